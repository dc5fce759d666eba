import { describe, expect, it } from '@jest/globals'
import { asSupplied } from './attribute.ts'
import { mergeEntries } from './update-radar.ts'

const timeline = [{ moved: 0, ringId: 'adopt', date: '2026', description: '' }]
const entry = (id: string, more: object = {}) => ({
  id,
  title: id,
  quadrant: '1',
  timeline,
  ...more,
})

describe('mergeEntries', () => {
  it('deletes nothing, overrides what is sent and appends what is new', () => {
    const stored = [entry('a', { url: '#', stars: 1 }), entry('b')]
    expect(mergeEntries(stored, [entry('c'), entry('a', { url: '/' })], asSupplied)).toEqual([
      entry('a', { url: '/', stars: 1 }),
      entry('b'),
      entry('c'),
    ])
  })

  it('replaces a timeline as a whole', () => {
    const longer = [...timeline, ...timeline]
    expect(mergeEntries([entry('a', { timeline: longer })], [entry('a')], asSupplied)).toEqual([
      entry('a'),
    ])
  })

  it('updates the first of stored entries that share an id, and keeps the other', () => {
    const stored = [entry('a', { n: 1 }), entry('a', { n: 2 })]
    expect(mergeEntries(stored, [entry('a', { n: 3 })], asSupplied)).toEqual([
      entry('a', { n: 3 }),
      entry('a', { n: 2 }),
    ])
  })

  it('returns equal text for what changes nothing, so that nothing is written', () => {
    const stored = [entry('a', { z: 1 }), entry('b')]
    const again = mergeEntries(stored, [{ ...entry('b') }, entry('a')], asSupplied)
    expect(JSON.stringify(again)).toBe(JSON.stringify(stored))
  })
})
