import { describe, expect, it } from '@jest/globals'
import { escaped, namesOf, repetitionOf, unescaped } from './paths.ts'
import { diff } from './diff.ts'
import { describe as describeChange } from './describe.ts'
import { replay } from './replay.ts'

describe('namesOf', () => {
  const repeated = Array.from({ length: 12 }, () => 'HTTP')

  it('numbers repeated names without a collision with other names', () => {
    const names = namesOf([], [...repeated, 'HTTP/2', 'HTTP~2'], 'value')
    expect(new Set(names).size).toBe(14)
    expect(names.map(unescaped)).toEqual([...repeated, 'HTTP/2', 'HTTP~2'])
    expect(names.map(repetitionOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 1])
  })

  it('replays a change among many repeated names', () => {
    const before = { protocols: [...repeated, 'SSH'] }
    const after = { protocols: ['HTTP/2', ...repeated] }
    expect(replay(before, diff(before, after))).toEqual(after)
  })
})

describe('a name with a slash and a number', () => {
  it('is not parsed as a repeated name', () => {
    expect(unescaped(escaped('HTTP/2'))).toBe('HTTP/2')
    const sides = { before: { protocols: [] }, after: { protocols: ['HTTP/2'] } }
    expect(describeChange(diff(sides.before, sides.after), sides).summary).toBe(
      'protocols: HTTP/2 added',
    )
  })
})
