import { describe, expect, it } from '@jest/globals'
import { diff } from './diff.ts'
import { revert } from './revert.ts'

/** Reverts the change from one document to another in a later one. */
const revertIn = (before: unknown, after: unknown, later: unknown = after) =>
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
    ['was added later', [ann, other], [other, ben], [ann, other, ben]],
    ['was after it', [ann, other, ben], [other, ben], [ann, other, ben]],
    ['was before it', [ben, other, ann], [ben, other], [ben, other, ann]],
    ['moved to the front', [other, ann, ben], [ben, other], [ann, ben, other]],
    ['moved to the end', [ben, ann], [other, ben], [other, ben, ann]],
  ])('restores it next to a project of another owner that %s', (_how, before, later, expected) => {
    const after = before.filter((one) => one !== ann)
    expect(valueOf(revertIn({ projects: before }, { projects: after }, { projects: later }))).toBe(
      JSON.stringify({ projects: expected }),
    )
  })

  it.each([
    ['the same owner', [ann], project('ANN@acme.example ', { stage: 'new' })],
    ['a contact, in the absence of an owner', [ann], shared],
    ['the owner, who is its contact', [shared], ann],
    ['the same owner, after another project', [ben, ann], ann],
  ])('returns a conflict when the name is used by %s', (_who, removed, present) => {
    const before = { projects: removed }
    const after = { projects: removed.slice(0, -1) }
    const reverted = revertIn(before, after, { projects: [present, ...after.projects] })
    expect(reverted).toEqual({ conflicts: [`/projects/Tides${removed.length > 1 ? '~2' : ''}`] })
  })
})

describe('revert', () => {
  it.each([
    ['a value', { title: 'a', more: 1 }, { title: 'b', more: 1 }],
    ['a member between others', { a: 1, b: 2, c: 3 }, { a: 1, c: 3 }],
    ['members with slashes and tildes in their names', { 'a/b': 1, 'c~d': 2 }, { 'a/b': 2 }],
    ['an order', { items: ['a', 'b', 'c'] }, { items: ['c', 'a', 'b'] }],
    ['an order and an added element', { items: ['a', 'b'] }, { items: ['b', 'x', 'a'] }],
    ['the last element of an array', { items: ['a'] }, { items: [] }],
    ['several added elements', { items: ['a'] }, { items: ['x', 'a', 'y', 'z'] }],
    ['one of several equal elements', { items: ['x', 'y', 'x'] }, { items: ['x', 'y'] }],
    ['an element without a name', { notes: [{ n: 1 }, { n: 2 }] }, { notes: [{ n: 1 }] }],
    [
      'a member of an element',
      { entries: [{ id: 'e', ring: 1 }] },
      { entries: [{ id: 'e', ring: 2 }] },
    ],
  ])('reverts the last change: %s', (_, before, after) => {
    expect(valueOf(revertIn(before, after))).toBe(JSON.stringify(before))
  })

  it.each([
    [
      'an order, with an element that was added later',
      [{ items: ['a', 'b', 'c'] }, { items: ['c', 'a', 'b'] }, { items: ['c', 'new', 'a', 'b'] }],
      { items: ['a', 'new', 'b', 'c'] },
    ],
    [
      'an order, without an element that was removed later',
      [{ items: ['a', 'b', 'c'] }, { items: ['c', 'b', 'a'] }, { items: ['c', 'a'] }],
      { items: ['a', 'c'] },
    ],
    [
      'an element that was moved later',
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
  ])('keeps later changes of other paths: %s', (_, [before, after, later], expected) => {
    expect(valueOf(revertIn(before, after, later))).toBe(JSON.stringify(expected))
  })

  it.each([
    ['a created document', undefined, { a: 1 }, { a: 1 }, ['']],
    ['a value that was changed', { a: 1 }, { a: 2 }, { a: 3 }, ['/a']],
    ['a value that was removed', { a: 1 }, { a: 2 }, {}, ['/a']],
    ['an added value that was changed', {}, { a: { n: 1 } }, { a: { n: 2 } }, ['/a']],
    ['an added value that was removed', {}, { a: 1 }, { b: 1 }, ['/a']],
    ['a removed value that was added again', { a: 1, b: 1 }, { b: 1 }, { a: 9, b: 1 }, ['/a']],
    ['a member of a removed object', { a: { b: 1 } }, { a: { b: 2 } }, { c: 0 }, ['/a/b']],
    [
      'a member of an object that a value replaced',
      { a: { b: 1 } },
      { a: { b: 2 } },
      { a: 7 },
      ['/a/b'],
    ],
    [
      'an order that was changed',
      { items: ['a', 'b', 'c'] },
      { items: ['c', 'a', 'b'] },
      { items: ['b', 'c', 'a'] },
      ['/items'],
    ],
  ])('returns the paths that later changes altered: %s', (...row) => {
    const [, before, after, later, conflicts] = row
    expect(revertIn(before, after, later)).toEqual({ conflicts })
  })
})
