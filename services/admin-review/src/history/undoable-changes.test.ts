import { describe, expect, it } from '@jest/globals'
import { undoableChanges } from './undoable-changes.ts'

const change = (id: string, paths: string[], more: object = {}) => ({
  id,
  document: id.split('-')[0]!,
  operations: paths.map((path) => ({ op: 'add' as const, path, after: 1 })),
  undoes: null as string | null,
  undoneBy: null as string | null,
  ...more,
})
const undoable = (...changes: ReturnType<typeof change>[]) => [...undoableChanges(changes)]

describe('undoableChanges', () => {
  it('returns changes of different paths, and of different documents', () => {
    const changes = [
      change('radar-2-1', ['/entries/a/title']),
      change('radar-1-1', ['/entries/a/url', '/entries/ab']),
      change('banners-1-1', ['/entries/a/title']),
    ]
    expect(undoable(...changes)).toEqual(['radar-2-1', 'radar-1-1', 'banners-1-1'])
  })

  it.each([
    ['the same path', '/entries/a'],
    ['a path below', '/entries/a/title'],
    ['a path above', '/entries'],
  ])('omits a change when a later one altered %s', (_name, path) => {
    expect(undoable(change('radar-2-1', [path]), change('radar-1-1', ['/entries/a']))).toEqual([
      'radar-2-1',
    ])
  })

  it('omits an undone change, but ignores it and its undo for earlier ones', () => {
    const paths = ['/entries/a']
    const changes = [
      change('radar-3-1', paths, { undoes: 'radar-2-1' }),
      change('radar-2-1', paths, { undoneBy: 'radar-3-1' }),
      change('radar-1-1', paths),
    ]
    expect(undoable(...changes)).toEqual(['radar-3-1', 'radar-1-1'])
  })

  it('omits a change before the undo of an even earlier one', () => {
    const changes = [
      change('radar-3-1', ['/entries/a'], { undoes: 'radar-1-1' }),
      change('radar-2-1', ['/entries/a/title']),
      change('radar-1-1', ['/entries/a'], { undoneBy: 'radar-3-1' }),
    ]
    expect(undoable(...changes)).toEqual(['radar-3-1'])
  })

  it('omits changes of API keys', () => {
    expect(undoable(change('keys-2-1', ['/keys/4f1c09a7b2de/revokedAt']))).toEqual([])
  })

  it('omits the creation of a document and a change without paths', () => {
    expect(undoable(change('radar-2-1', []), change('radar-1-1', ['']))).toEqual([])
  })
})
