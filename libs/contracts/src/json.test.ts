import { describe, expect, it } from '@jest/globals'
import { asRecord, elementsOf, isRecord, ownMember, recordsOf } from './json.ts'

const notRecords = [null, undefined, 'text', 1, true, [], [{}]]

describe('isRecord', () => {
  it('takes objects and nothing else', () => {
    expect(isRecord({})).toBe(true)
    expect(notRecords.some((value) => isRecord(value))).toBe(false)
  })
})

describe('asRecord', () => {
  it('keeps an object and answers an empty one for anything else', () => {
    const value = { a: 1 }
    expect(asRecord(value)).toBe(value)
    expect(notRecords.map(asRecord)).toEqual(notRecords.map(() => ({})))
  })
})

describe('elementsOf', () => {
  it('is the array itself', () => {
    const list = [null, { a: 1 }]
    expect(elementsOf(list)).toBe(list)
  })

  it('finds none in anything but an array', () => {
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
  it('keeps the objects of an array in order', () => {
    expect(recordsOf([null, { a: 1 }, 'x', [], { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }])
  })

  it('finds none in anything but an array', () => {
    expect([null, 'text', 3, { a: 1 }].map(recordsOf)).toEqual([[], [], [], []])
  })
})

describe('ownMember', () => {
  it('is what the record has itself', () => {
    const record = JSON.parse('{"__proto__":1,"a":null}') as Record<string, unknown>
    expect(['__proto__', 'a', 'b', 'toString'].map((name) => ownMember(record, name))).toEqual([
      1,
      null,
      undefined,
      undefined,
    ])
  })
})
