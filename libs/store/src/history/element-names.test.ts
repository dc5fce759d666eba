import { describe, expect, it } from '@jest/globals'
import { escaped, repetitionOf, unescaped } from '@landscape/contracts/change-path'
import { namesOf } from './element-names.ts'
import { diff } from './diff.ts'
import { describe as describeChange } from './describe.ts'
import { replay } from './replay.ts'
import { revert } from './revert.ts'

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

describe('a document that is an array of named objects', () => {
  const names = [
    { name: 'Go', aliases: [] as string[] },
    { name: 'PostgreSQL', aliases: [] as string[] },
  ]

  it('identifies its elements by name', () => {
    const after = [names[0]!, { name: 'PostgreSQL', aliases: ['psql'] }]
    expect(diff(names, after)).toMatchObject([{ op: 'add', path: '/PostgreSQL/aliases/psql' }])
    expect(describeChange(diff(names, after), { before: names, after }).subjects).toEqual([
      'PostgreSQL',
    ])
  })

  it('allows the undo of a change after elements moved', () => {
    const changed = [names[0]!, { name: 'PostgreSQL', aliases: ['psql'] }]
    const { value } = revert(changed.toReversed(), diff(names, changed)) as { value: unknown }
    expect(value).toEqual(names.toReversed())
  })

  it('replays an insertion, a removal and a new order', () => {
    const after = [{ name: 'PostgreSQL', aliases: ['a'] }, { name: 'Zig', aliases: [] }, names[0]!]
    expect(replay(names, diff(names, after))).toEqual(after)
    expect(replay(after, diff(after, [after[1]!]))).toEqual([after[1]])
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
