import { describe, expect, it } from '@jest/globals'
import { EACH, mapAt } from './technology-fields.ts'

const shout = (leaf: unknown) => (typeof leaf === 'string' ? leaf.toUpperCase() : leaf)

describe('mapAt', () => {
  it('replaces what lies at the path and shares the rest', () => {
    const value = { a: { b: 'x', c: {} }, d: {} }
    const mapped = mapAt(value, ['a', 'b'], shout) as typeof value
    expect(mapped).toEqual({ a: { b: 'X', c: {} }, d: {} })
    expect(mapped.d).toBe(value.d)
    expect(value.a.b).toBe('x')
  })

  it('replaces in every element that fits', () => {
    const value = [{ n: 'x' }, null, 'n', { m: 'x' }, { n: 'y' }]
    expect(mapAt(value, [EACH, 'n'], shout)).toEqual([
      { n: 'X' },
      null,
      'n',
      { m: 'x' },
      { n: 'Y' },
    ])
  })

  it.each([[null], ['text'], [[]], [{}], [{ a: null }], [{ a: ['b'] }], [{ a: { b: 'X' } }]])(
    'returns the very value when there is nothing to replace: %j',
    (value) => {
      expect(mapAt(value, ['a', 'b'], shout)).toBe(value)
      expect(mapAt(value, ['a', EACH, 'b'], shout)).toBe(value)
    },
  )

  it('sees no inherited member', () => {
    const value = {}
    expect(mapAt(value, ['toString'], () => 'x')).toBe(value)
  })
})
