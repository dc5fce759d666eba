import { describe, expect, it } from '@jest/globals'
import { asSupplied, byReviewer } from './attribute.ts'
import { readSubmission } from './submission.ts'
import { lossesOfRadar, replacedPositions, updateRadar } from './update-radar.ts'

const REVIEWER = 'rui@acme.example'
const item = { moved: 0, ringId: 'adopt', date: '2026', description: '' }
const entry = (id: string, more: object = {}) => ({
  id,
  title: id,
  quadrant: '1',
  timeline: [item],
  ...more,
})
const structure = {
  title: 'Acme',
  quadrants: [{ id: '1', name: 'One' }],
  rings: [{ id: 'adopt', name: 'ADOPT' }],
}
const radar = { ...structure, entries: [entry('a'), entry('b')], version: 3 }

describe('updateRadar', () => {
  it('merges entries into the stored radar', () => {
    expect(updateRadar(radar, { entries: [entry('c')] }, byReviewer(REVIEWER))).toEqual({
      radar: {
        ...radar,
        entries: [...radar.entries, entry('c', { timeline: [{ ...item, author: REVIEWER }] })],
      },
      kept: [],
    })
  })

  it('validates references of merged entries', () => {
    for (const bad of [
      entry('c', { quadrant: '2' }),
      entry('c', { timeline: [{ ...item, ringId: 'x' }] }),
    ]) {
      expect(() => updateRadar(radar, { entries: [bad] }, byReviewer(REVIEWER))).toThrow(
        expect.objectContaining({
          code: 'invalid-input',
          message: expect.stringContaining('Invalid entry structure: entry c, '),
        }),
      )
    }
  })

  it('replaces the radar in the sent order and sets authors of new items', () => {
    const renamed = { ...structure, title: 'New' }
    const body = { ...renamed, entries: [entry('z', { filteredTimeline: [] }), entry('a')] }
    const { radar: next } = updateRadar(radar, readSubmission(body), byReviewer(REVIEWER))
    expect(next).toEqual({
      ...renamed,
      entries: [entry('z', { timeline: [{ ...item, author: REVIEWER }] }), entry('a')],
      version: 3,
    })
  })

  it('reports the first fault in the order title, quadrants, rings, entries', () => {
    const faults = { title: '', quadrants: [], rings: [], entries: [{}] }
    const errors = ['title', 'quadrants', 'rings', 'entries'].map((_part, i, parts) => {
      const valid = Object.fromEntries(
        parts.slice(0, i).map((part) => [part, structure[part as 'title']]),
      )
      const submission = readSubmission({ ...faults, ...valid })
      try {
        return updateRadar(radar, submission, byReviewer(REVIEWER))
      } catch (error) {
        return (error as Error).message
      }
    })
    expect(errors).toEqual([
      'Invalid or missing title',
      'Invalid quadrants structure',
      'Invalid rings structure',
      'Invalid entry structure: entry number 1, id',
    ])
  })

  it('throws without a stored radar to merge into', () => {
    const merge = () => updateRadar(undefined, { entries: [entry('a')] }, byReviewer(REVIEWER))
    expect(merge).toThrow('No radar is stored')
    expect(merge).not.toThrow(expect.objectContaining({ code: expect.anything() }))
  })
})

const radarOf = (entries: unknown[]) => ({ ...structure, entries })
const merged = (stored: unknown[], sent: unknown[]) =>
  updateRadar(radarOf(stored), { entries: sent }, asSupplied).radar.entries

describe('updateRadar with entries only', () => {
  it('replaces sent fields, appends new entries and deletes nothing', () => {
    const stored = [entry('a', { url: '#', stars: 1 }), entry('b')]
    expect(merged(stored, [entry('c'), entry('a', { url: '/' })])).toEqual([
      entry('a', { url: '/', stars: 1 }),
      entry('b'),
      entry('c'),
    ])
  })

  it('replaces a timeline as one value', () => {
    const longer = [item, item]
    expect(merged([entry('a', { timeline: longer })], [entry('a')])).toEqual([entry('a')])
  })

  it('updates the entry with a duplicate id that was not sent unchanged', () => {
    const stored = [entry('a', { n: 1 }), entry('a', { n: 2 })]
    const [one, two] = stored
    expect(merged(stored, [entry('a', { n: 3 })])).toEqual([entry('a', { n: 3 }), two])
    expect(merged(stored, [one, entry('a', { n: 3 })])).toEqual([one, entry('a', { n: 3 })])
    expect(merged(stored, [entry('a', { n: 3 }), entry('a', { n: 1 })])).toEqual([
      one,
      entry('a', { n: 3 }),
    ])
  })

  it('rejects a third entry with an id that is stored twice', () => {
    const stored = [entry('a', { n: 1 }), entry('a', { n: 2 })]
    expect(() => merged(stored, [...stored, entry('a', { n: 3 })])).toThrow(
      'Invalid entry structure: entry a, id',
    )
  })

  it('returns the same radar if nothing is changed', () => {
    const stored = radarOf([entry('b', { filteredTimeline: [] }), null, entry('a', { z: 1 })])
    const sent = [{ ...entry('a', { z: 1 }) }, entry('b')]
    expect(updateRadar(stored, { entries: sent }, asSupplied).radar).toBe(stored)
  })
})

describe('lossesOfRadar', () => {
  const radar = (entries: unknown[]) => ({ title: 't', quadrants: [], rings: [], entries })

  it('identifies entries by id, and malformed ones by value', () => {
    const before = radar([{ id: 'zig', title: 'Zig' }, { id: 'go' }, null, 'text', { title: 'x' }])
    const after = radar([{ title: 'x' }, { id: 'zig', title: 'Ziggy' }, null])
    expect(lossesOfRadar(before, after)).toEqual([
      { of: 'entries', removes: ['go', '"text"'], total: 5, empties: false },
    ])
  })
})

describe('replacedPositions', () => {
  const replaced = (...timelines: [before: object[], after: object[]]) => {
    const [before, after] = timelines.map((timeline) => ({
      ...radar,
      entries: [entry('a', { timeline }), entry('b')],
    }))
    return replacedPositions(before!, after!)
  }
  const moved = { ...item, ringId: 'hold' }

  it('names entries that lose a position', () => {
    expect(replaced([item, moved], [item])).toEqual(['a'])
    expect(replaced([item, moved], [item, { ...moved, date: '2027' }])).toEqual(['a'])
  })

  it('names no entry that keeps its positions, or is removed', () => {
    expect(replaced([item], [item, moved])).toEqual([])
    expect(replaced([{ ...item, author: null }], [{ ...item, author: REVIEWER }])).toEqual([])
    expect(replacedPositions(radar, { ...radar, entries: [] })).toEqual([])
  })
})
