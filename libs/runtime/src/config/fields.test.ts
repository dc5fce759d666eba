import { describe, expect, it } from '@jest/globals'
import { areContactsOpen } from './fields.ts'

describe('areContactsOpen', () => {
  it.each([
    ['everybody', false, true],
    ['everybody', true, true],
    ['signed-in', true, false],
    [undefined, true, true],
    [undefined, false, false],
  ] as const)('with %s in development: %s returns %s', (shownTo, development, expected) => {
    expect(areContactsOpen(shownTo, development)).toBe(expected)
  })
})
