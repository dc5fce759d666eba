import { describe, expect, it } from '@jest/globals'
import { diff } from './diff.ts'

const items = (count: number, name = 'item') =>
  Array.from({ length: count }, (_, i) => `${name} ${i}`)

describe('diff of a list', () => {
  it('returns a step for each of 200 altered items, with the index of each', () => {
    const steps = diff(
      { languages: ['Go', ...items(100)] },
      { languages: ['Go', ...items(100, 'other')] },
    )
    expect(steps).toHaveLength(200)
    expect(steps[0]).toEqual({
      op: 'remove',
      path: '/languages/item 0',
      at: ['languages', 1],
      before: 'item 0',
    })
  })

  it('returns one step with the complete list before and after for more altered items', () => {
    const [before, after] = [
      ['Go', ...items(100)],
      ['Go', ...items(101, 'other')],
    ]
    expect(diff({ languages: before, other: ['a'] }, { languages: after, other: ['b'] })).toEqual([
      { op: 'replace', path: '/languages', at: ['languages'], before, after },
      { op: 'remove', path: '/other/a', at: ['other', 0], before: 'a' },
      { op: 'add', path: '/other/b', at: ['other', 0], after: 'b' },
    ])
  })

  it('counts altered items of an array without names', () => {
    const notes = (count: number, n: number) =>
      Array.from({ length: count }, (_, i) => ({ i, n, m: n }))
    const many = { title: items(100).join() }
    const projects = (more: unknown) => ({
      projects: [{ ...many, details: [{ name: 'Tides' }], more }],
    })
    expect(diff(projects(notes(100, 1)), projects(notes(100, 2)))).toHaveLength(200)
    expect(diff(projects(notes(201, 1)), projects(notes(201, 2)))).toMatchObject([
      { op: 'replace', path: '/projects/Tides/more' },
    ])
  })

  it('returns a step for each element with a natural key, however many differ', () => {
    const entries = (title: string) => ({
      entries: items(300).map((id) => ({ id, title, description: 'A description of the entry' })),
    })
    expect(diff(entries('old'), entries('new'))).toHaveLength(300)
  })
})

describe('diff of an element', () => {
  it('returns one step when the steps of its parts would be larger than the element', () => {
    const members = (value: number) => Object.fromEntries(items(1_000).map((name) => [name, value]))
    const project = (value: number) => ({ details: [{ name: 'Tides' }], more: members(value) })
    const other = { details: [{ name: 'Charts' }], stage: 'old' }
    const steps = diff(
      { projects: [other, project(1)] },
      { projects: [{ ...other, stage: 'new' }, project(2)] },
    )
    expect(steps).toEqual([
      {
        op: 'replace',
        path: '/projects/Charts/stage',
        at: ['projects', 0, 'stage'],
        before: 'old',
        after: 'new',
      },
      {
        op: 'replace',
        path: '/projects/Tides',
        at: ['projects', 1],
        before: project(1),
        after: project(2),
      },
    ])
  })
})
