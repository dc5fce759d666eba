import { describe, expect, it } from '@jest/globals'
import { createIncrementalParser } from './incremental-parser.ts'

const textOf = (names: readonly string[]) =>
  Buffer.from(JSON.stringify({ title: 'T', projects: names.map((name) => ({ name })), more: [1] }))

interface Projects {
  projects: object[]
}

function versions(...lists: readonly (readonly string[])[]): Projects[] {
  const parse = createIncrementalParser()
  return lists.map((names) => parse(textOf(names)) as Projects)
}

describe('createIncrementalParser', () => {
  it.each([
    ['a changed element', ['a', 'X', 'c', 'd'], [0, 2, 3]],
    ['a longer element', ['a', 'longer', 'c', 'd'], [0, 2, 3]],
    ['an added element', ['a', 'b', 'X', 'c', 'd'], [0, 1, 4]],
    ['a removed element', ['a', 'b', 'd'], [0, 1]],
    ['a changed first element', ['X', 'b', 'c', 'd'], [1, 2, 3]],
    ['a changed last element', ['a', 'b', 'c', 'X'], [0, 1, 2]],
  ])('returns the earlier objects around %s', (_name, names, same) => {
    const [before, after] = versions(['a', 'b', 'c', 'd'], names)

    const kept = after?.projects.flatMap((project, i) =>
      before?.projects.includes(project) ? [i] : [],
    )
    expect(after).toEqual(JSON.parse(textOf(names).toString()))
    expect(kept).toEqual(same)
  })

  it('keeps objects over several versions', () => {
    const all = versions(['a', 'b', 'c'], ['a', 'X', 'Y', 'c'], ['a', 'X', 'Z', 'c'])

    const [first, , third] = all.map(({ projects }) => projects)
    expect(third?.map((project) => first?.includes(project))).toEqual([true, false, false, true])
  })

  it('parses the next version after one that is not JSON', () => {
    const parse = createIncrementalParser()
    parse(textOf(['a', 'b']))

    expect(() => parse(Buffer.from('{"projects":[{"name":"a"},'))).toThrow(SyntaxError)
    expect(parse(textOf(['a', 'c']))).toEqual(JSON.parse(textOf(['a', 'c']).toString()))
  })
})
