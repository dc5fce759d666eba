import { describe, expect, it } from '@jest/globals'
import { asRecord, elementsOf, isRecord, ownMember, recordsOf } from './json.ts'

const notRecords = [null, undefined, 'text', 1, true, [], [{}]]

describe('isRecord', () => {
  it('accepts only objects', () => {
    expect(isRecord({})).toBe(true)
    expect(notRecords.some((value) => isRecord(value))).toBe(false)
  })
})

describe('asRecord', () => {
  it('returns an object, or an empty one for other values', () => {
    const value = { a: 1 }
    expect(asRecord(value)).toBe(value)
    expect(notRecords.map(asRecord)).toEqual(notRecords.map(() => ({})))
  })
})

describe('elementsOf', () => {
  it('returns the array', () => {
    const list = [null, { a: 1 }]
    expect(elementsOf(list)).toBe(list)
  })

  it('returns no elements of other values', () => {
    expect([null, undefined, 'text', 3, { length: 1 }].map(elementsOf)).toEqual([
      [],
      [],
      [],
      [],
      [],
    ])
  })
})

describe('recordsOf', () => {
  it('returns the objects of an array in order', () => {
    expect(recordsOf([null, { a: 1 }, 'x', [], { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }])
  })

  it('returns no elements of other values', () => {
    expect([null, 'text', 3, { a: 1 }].map(recordsOf)).toEqual([[], [], [], []])
  })
})

describe('ownMember', () => {
  it('returns own members only', () => {
    const record = JSON.parse('{"__proto__":1,"a":null}') as Record<string, unknown>
    expect(['__proto__', 'a', 'b', 'toString'].map((name) => ownMember(record, name))).toEqual([
      1,
      null,
      undefined,
      undefined,
    ])
  })
})
