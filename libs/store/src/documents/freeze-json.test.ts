import { describe, expect, it } from '@jest/globals'
import { freezeJson } from './freeze-json.ts'

describe('freezeJson', () => {
  it('freezes every part', () => {
    const value = freezeJson({ a: [{ b: {} }], c: null, d: undefined })
    expect([value, value.a, value.a[0], value.a[0]?.b].every(Object.isFrozen)).toBe(true)
  })

  it('takes all that JSON can hold', () => {
    const root = JSON.parse('{"a":[true,false,null,0,-1.5,"x",{}],"b":{"c":[]}}') as object
    const bare: unknown = Object.assign(Object.create(null), { root })
    expect(freezeJson(bare)).toBe(bare)
    for (const leaf of [true, null, 7, 'x']) expect(freezeJson(leaf)).toBe(leaf)
  })

  it('takes what is a thousand levels deep, and nothing deeper', () => {
    const nested = (levels: number) => {
      let value: unknown = 'x'
      for (let i = 0; i < levels; i++) value = [value]
      return value
    }
    freezeJson(nested(1_001))
    expect(() => freezeJson(nested(1_002))).toThrow('nested without end')
  })

  it('takes parts that are shared', () => {
    const shared = { x: 1 }
    expect(Object.isFrozen(freezeJson({ parts: [shared, shared] }))).toBe(true)
  })

  it.each([
    ['a promise', 'hold a Promise', () => Promise.resolve({})],
    ['a date', 'hold a Date', () => ({ at: new Date(0) })],
    ['a map', 'hold a Map', () => [new Map()]],
    ['a function', 'hold function', () => ({ toJSON: () => 1 })],
    ['NaN', 'hold NaN', () => ({ a: { b: Number.NaN } })],
    ['a bigint', 'hold bigint', () => [1n]],
    ['a hole', 'hold undefined', () => [1, undefined]],
    ['nothing', 'hold undefined', () => undefined],
    [
      'a circle',
      'hold itself',
      () => {
        const circle: { parts: unknown[] } = { parts: [] }
        circle.parts.push(circle, circle)
        return circle
      },
    ],
  ])('refuses %s and freezes nothing', (_name, text, make) => {
    const value: unknown = make()
    expect(() => freezeJson(value)).toThrow(new RegExp(`^A document cannot ${text}`))
    expect(() => freezeJson(value)).toThrow(TypeError)
    expect(Object.isFrozen(value)).toBe(value === undefined)
  })
})
