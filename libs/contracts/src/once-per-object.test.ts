import { describe, expect, it } from '@jest/globals'
import { oncePerFrozen, oncePerObject } from './once-per-object.ts'

function counted() {
  let calls = 0
  return ({ n }: { n: number }) => `${n} of call ${++calls}`
}

describe('oncePerObject', () => {
  it('computes the result once for each object', () => {
    const text = oncePerObject(counted())
    const one = { n: 1 }
    expect([text(one), text({ n: 1 }), text(one)]).toEqual([
      '1 of call 1',
      '1 of call 2',
      '1 of call 1',
    ])
  })
})

describe('oncePerFrozen', () => {
  it('computes the result once for a frozen object, and each time for another', () => {
    const text = oncePerFrozen(counted())
    const frozen = Object.freeze({ n: 1 })
    const open = { n: 2 }
    expect([text(frozen), text(frozen)]).toEqual(['1 of call 1', '1 of call 1'])
    expect([text(open), text(open)]).toEqual(['2 of call 2', '2 of call 3'])
  })
})
