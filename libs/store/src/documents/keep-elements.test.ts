import { describe, expect, it } from '@jest/globals'
import { keepElements } from './keep-elements.ts'

const one = (name: string) => ({ name, tags: ['x'] })
const before = { projects: [one('a'), one('b'), one('c')], other: 1 }

describe('keepElements', () => {
  it.each([
    ['an element differs', ['a', 'B', 'c'], [0, -1, 2]],
    ['an element is added at the end', ['a', 'b', 'c', 'd'], [0, 1, 2, -1]],
    ['an element is added at the start', ['z', 'a', 'b', 'c'], [-1, 0, 1, 2]],
    ['an element is removed', ['a', 'c'], [0, 2]],
  ])('keeps equal elements when %s', (_, names, indexes) => {
    const next = { projects: names.map(one), other: 2 }
    const copy = structuredClone(next)
    const kept = keepElements(next, before)
    expect(kept).toEqual(copy)
    expect(kept.projects.map((project) => before.projects.indexOf(project))).toEqual(indexes)
  })

  it('keeps two equal elements apart', () => {
    const next = keepElements({ list: [one('a'), one('a')] }, { list: [one('a')] })
    expect(next.list[1]).toEqual(next.list[0])
    expect(next.list[1]).not.toBe(next.list[0])
  })

  it('keeps the elements of a root array', () => {
    const list = before.projects
    expect(keepElements([one('a'), one('x')], list)[0]).toBe(list[0])
  })

  it('compares the order of members', () => {
    const next = { projects: [{ tags: ['x'], name: 'a' }] }
    expect(JSON.stringify(keepElements(next, before))).toBe(
      '{"projects":[{"tags":["x"],"name":"a"}]}',
    )
  })

  it.each([undefined, null, 'text', { projects: 'text' }, [1]])(
    'keeps nothing of the previous version %j',
    (other) => {
      expect(keepElements({ projects: [one('a'), null] }, other)).toEqual({
        projects: [one('a'), null],
      })
    },
  )
})
