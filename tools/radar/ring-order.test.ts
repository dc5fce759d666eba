import { describe, expect, it } from '@jest/globals'
import { orderRings } from './ring-order.ts'

describe('orderRings', () => {
  it.each([
    [['Hold', 'Adopt'], ['Adopt', 'Hold'], false],
    [['caution', 'assess', 'trial', 'adopt'], ['adopt', 'trial', 'assess', 'caution'], false],
    [['adopt', 'trial', 'Retire'], ['adopt', 'trial', 'Retire'], false],
    [['adopt', 'trial', 'leave'], ['adopt', 'trial', 'leave'], true],
    [['use', 'trial', 'hold'], ['use', 'trial', 'hold'], true],
    [['retire', 'hold', 'trial', 'adopt'], ['adopt', 'trial', 'retire', 'hold'], true],
    [['hold', 'exit', 'adopt'], ['adopt', 'hold', 'exit'], true],
    [['caution', 'hold', 'adopt'], ['adopt', 'caution', 'hold'], true],
    [['use'], ['use'], false],
  ])('orders %j', (names, ordered, isGuessed) => {
    expect(orderRings(names)).toEqual({ rings: ordered.map((name) => ({ name })), isGuessed })
  })
})
