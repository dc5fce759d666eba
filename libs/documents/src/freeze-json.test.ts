import { describe, expect, it } from '@jest/globals'
import { freezeJson } from './freeze-json.ts'

describe('freezeJson', () => {
  it('freezes every part', () => {
    const value = freezeJson({ a: [{ b: {} }], c: null, d: undefined })
    expect([value, value.a, value.a[0], value.a[0]?.b].every(Object.isFrozen)).toBe(true)
  })

  it('takes parts that are shared', () => {
    const shared = { x: 1 }
    expect(Object.isFrozen(freezeJson({ parts: [shared, shared] }))).toBe(true)
  })

  it.each([
    ['a promise', () => Promise.resolve({})],
    ['a date', () => ({ at: new Date(0) })],
    ['a map', () => [new Map()]],
    ['a function', () => ({ toJSON: () => 1 })],
    ['NaN', () => ({ a: { b: Number.NaN } })],
    ['a bigint', () => [1n]],
    ['a hole', () => [1, undefined]],
    ['nothing', () => undefined],
    [
      'a circle',
      () => {
        const circle: { parts: unknown[] } = { parts: [] }
        circle.parts.push(circle, circle)
        return circle
      },
    ],
  ])('refuses %s and freezes nothing', (_name, make) => {
    const value: unknown = make()
    expect(() => freezeJson(value)).toThrow(TypeError)
    expect(Object.isFrozen(value)).toBe(value === undefined)
  })
})
