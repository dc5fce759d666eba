import { describe, expect, it } from '@jest/globals'
import { diff } from './diff.ts'
import { revert } from './revert.ts'

/** Takes the change from one document to another back from a later one. */
const takeBack = (before: unknown, after: unknown, later: unknown = after) =>
  revert(later, diff(before, after))
const valueOf = (reverted: ReturnType<typeof revert>) =>
  'value' in reverted ? JSON.stringify(reverted.value) : reverted

const project = (owner: string, more: object = {}) => ({
  owner,
  details: [{ name: 'Tides' }],
  ...more,
})

describe('revert of the removal of a project', () => {
  const ann = project('ann@acme.example')
  const ben = project('ben@acme.example')
  const other = { owner: 'ann@acme.example', details: [{ name: 'Charts' }] }
  const shared = { user: [{ email: 'Ann@acme.example' }], details: [{ name: 'Tides' }] }

  it.each([
    ['came since', [ann, other], [other, ben], [ann, other, ben]],
    ['was there before, behind it', [ann, other, ben], [other, ben], [ann, other, ben]],
    ['was there before, in front of it', [ben, other, ann], [ben, other], [ben, other, ann]],
    ['moved to the front', [other, ann, ben], [ben, other], [ann, ben, other]],
    ['moved to the end', [ben, ann], [other, ben], [other, ben, ann]],
  ])('puts it back beside one of somebody else that %s', (_how, before, later, expected) => {
    const after = before.filter((one) => one !== ann)
    expect(valueOf(takeBack({ projects: before }, { projects: after }, { projects: later }))).toBe(
      JSON.stringify({ projects: expected }),
    )
  })

  it.each([
    ['the same owner', [ann], project('ANN@acme.example ', { stage: 'new' })],
    ['a contact who stands in for the owner', [ann], shared],
    ['the owner, whom it names as a contact', [shared], ann],
    ['the same owner, behind another', [ben, ann], ann],
  ])('names its place when the name is taken by %s', (_who, removed, present) => {
    const before = { projects: removed }
    const after = { projects: removed.slice(0, -1) }
    const reverted = takeBack(before, after, { projects: [present, ...after.projects] })
    expect(reverted).toEqual({ conflicts: [`/projects/Tides${removed.length > 1 ? '~2' : ''}`] })
  })
})

describe('revert', () => {
  it.each([
    ['a value', { title: 'a', more: 1 }, { title: 'b', more: 1 }],
    ['a member between others', { a: 1, b: 2, c: 3 }, { a: 1, c: 3 }],
    ['members with slashes and tildes in their names', { 'a/b': 1, 'c~d': 2 }, { 'a/b': 2 }],
    ['an order', { items: ['a', 'b', 'c'] }, { items: ['c', 'a', 'b'] }],
    ['an order and what came with it', { items: ['a', 'b'] }, { items: ['b', 'x', 'a'] }],
    ['the last of a list', { items: ['a'] }, { items: [] }],
    ['several that were added', { items: ['a'] }, { items: ['x', 'a', 'y', 'z'] }],
    ['one of several alike', { items: ['x', 'y', 'x'] }, { items: ['x', 'y'] }],
    ['what has no name', { notes: [{ n: 1 }, { n: 2 }] }, { notes: [{ n: 1 }] }],
    ['inside an element', { entries: [{ id: 'e', ring: 1 }] }, { entries: [{ id: 'e', ring: 2 }] }],
  ])('takes back at once: %s', (_, before, after) => {
    expect(valueOf(takeBack(before, after))).toBe(JSON.stringify(before))
  })

  it.each([
    [
      'an order, around what came since',
      [{ items: ['a', 'b', 'c'] }, { items: ['c', 'a', 'b'] }, { items: ['c', 'new', 'a', 'b'] }],
      { items: ['a', 'new', 'b', 'c'] },
    ],
    [
      'an order, without what went since',
      [{ items: ['a', 'b', 'c'] }, { items: ['c', 'b', 'a'] }, { items: ['c', 'a'] }],
      { items: ['a', 'c'] },
    ],
    [
      'an element that moved since',
      [{ entries: [{ id: 'e', n: 1 }] }, { entries: [{ id: 'e', n: 2 }] }].concat({
        entries: [
          { id: 'f', n: 7 },
          { id: 'e', n: 2 },
        ],
      }),
      {
        entries: [
          { id: 'f', n: 7 },
          { id: 'e', n: 1 },
        ],
      },
    ],
  ])('leaves alone what happened elsewhere: %s', (_, [before, after, later], expected) => {
    expect(valueOf(takeBack(before, after, later))).toBe(JSON.stringify(expected))
  })

  it.each([
    ['a document that is new', undefined, { a: 1 }, { a: 1 }, ['']],
    ['a value that is another', { a: 1 }, { a: 2 }, { a: 3 }, ['/a']],
    ['a value that is gone', { a: 1 }, { a: 2 }, {}, ['/a']],
    ['what was added, and is another', {}, { a: { n: 1 } }, { a: { n: 2 } }, ['/a']],
    ['what was added, and is gone', {}, { a: 1 }, { b: 1 }, ['/a']],
    ['what was removed, and is there again', { a: 1, b: 1 }, { b: 1 }, { a: 9, b: 1 }, ['/a']],
    ['what lies in what is gone', { a: { b: 1 } }, { a: { b: 2 } }, { c: 0 }, ['/a/b']],
    ['what lies in what is a value now', { a: { b: 1 } }, { a: { b: 2 } }, { a: 7 }, ['/a/b']],
    [
      'an order that is another',
      { items: ['a', 'b', 'c'] },
      { items: ['c', 'a', 'b'] },
      { items: ['b', 'c', 'a'] },
      ['/items'],
    ],
  ])('names the places that are not any more as they were left: %s', (...row) => {
    const [, before, after, later, conflicts] = row
    expect(takeBack(before, after, later)).toEqual({ conflicts })
  })
})
