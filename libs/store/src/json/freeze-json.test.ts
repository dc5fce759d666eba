import { describe, expect, it } from '@jest/globals'
import { freezeJson } from './freeze-json.ts'

describe('freezeJson', () => {
  it('freezes every part', () => {
    const value = freezeJson({ a: [{ b: {} }], c: null, d: undefined })
    expect([value, value.a, value.a[0], value.a[0]?.b].every(Object.isFrozen)).toBe(true)
  })

  it('accepts every JSON value', () => {
    const root = JSON.parse('{"a":[true,false,null,0,-1.5,"x",{}],"b":{"c":[]}}') as object
    const bare: unknown = Object.assign(Object.create(null), { root })
    expect(freezeJson(bare)).toBe(bare)
    for (const leaf of [true, null, 7, 'x']) expect(freezeJson(leaf)).toBe(leaf)
  })

  it('accepts at most 1,000 levels of nesting', () => {
    const nested = (levels: number) => {
      let value: unknown = 'x'
      for (let i = 0; i < levels; i++) value = [value]
      return value
    }
    freezeJson(nested(1_001))
    expect(() => freezeJson(nested(1_002))).toThrow('exceed the maximum nesting depth')
  })

  it('accepts shared parts', () => {
    const shared = { x: 1 }
    expect(Object.isFrozen(freezeJson({ parts: [shared, shared] }))).toBe(true)
  })

  it.each([
    ['a promise', 'contain a Promise', () => Promise.resolve({})],
    ['a date', 'contain a Date', () => ({ at: new Date(0) })],
    ['a map', 'contain a Map', () => [new Map()]],
    ['a function', 'contain function', () => ({ toJSON: () => 1 })],
    ['NaN', 'contain NaN', () => ({ a: { b: Number.NaN } })],
    ['a bigint', 'contain bigint', () => [1n]],
    ['a hole', 'contain undefined', () => [1, undefined]],
    ['nothing', 'contain undefined', () => undefined],
    [
      'a cycle',
      'contain itself',
      () => {
        const cycle: { parts: unknown[] } = { parts: [] }
        cycle.parts.push(cycle, cycle)
        return cycle
      },
    ],
  ])('rejects %s and freezes nothing', (_name, text, make) => {
    const value: unknown = make()
    expect(() => freezeJson(value)).toThrow(new RegExp(`^A document cannot ${text}`))
    expect(() => freezeJson(value)).toThrow(TypeError)
    expect(Object.isFrozen(value)).toBe(value === undefined)
  })
})
