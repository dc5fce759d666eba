import { describe, expect, it } from '@jest/globals'
import { asSupplied } from './attribute.ts'
import { updateRadar } from './update-radar.ts'

const timeline = [{ moved: 0, ringId: 'adopt', date: '2026', description: '' }]
const entry = (id: string, more: object = {}) => ({
  id,
  title: id,
  quadrant: '1',
  timeline,
  ...more,
})
const radarOf = (entries: unknown[]) => ({
  title: 'Acme',
  quadrants: [{ id: '1' }],
  rings: [{ id: 'adopt' }],
  entries,
})
const merged = (stored: unknown[], sent: unknown[]) =>
  updateRadar(radarOf(stored), { entries: sent }, asSupplied).radar.entries

describe('merging of entries', () => {
  it('deletes nothing, overrides what is sent and appends what is new', () => {
    const stored = [entry('a', { url: '#', stars: 1 }), entry('b')]
    expect(merged(stored, [entry('c'), entry('a', { url: '/' })])).toEqual([
      entry('a', { url: '/', stars: 1 }),
      entry('b'),
      entry('c'),
    ])
  })

  it('replaces a timeline as a whole', () => {
    const longer = [...timeline, ...timeline]
    expect(merged([entry('a', { timeline: longer })], [entry('a')])).toEqual([entry('a')])
  })

  it('updates of stored entries that share an id the one that did not come back', () => {
    const stored = [entry('a', { n: 1 }), entry('a', { n: 2 })]
    const [one, two] = stored
    expect(merged(stored, [entry('a', { n: 3 })])).toEqual([entry('a', { n: 3 }), two])
    expect(merged(stored, [one, entry('a', { n: 3 })])).toEqual([one, entry('a', { n: 3 })])
    expect(merged(stored, [entry('a', { n: 3 }), entry('a', { n: 1 })])).toEqual([
      one,
      entry('a', { n: 3 }),
    ])
  })

  it('refuses a third entry of an id that is stored twice', () => {
    const stored = [entry('a', { n: 1 }), entry('a', { n: 2 })]
    expect(() => merged(stored, [...stored, entry('a', { n: 3 })])).toThrow(
      'Invalid entry structure: entry a, id',
    )
  })

  it('leaves the radar as it is, in its order, when nothing is changed', () => {
    const radar = radarOf([entry('b', { filteredTimeline: [] }), null, entry('a', { z: 1 })])
    const sent = [{ ...entry('a', { z: 1 }) }, entry('b')]
    expect(updateRadar(radar, { entries: sent }, asSupplied).radar).toBe(radar)
  })
})
