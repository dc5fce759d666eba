import { describe, expect, it } from '@jest/globals'
import { REFERENCE_DATE } from '../organisation/calendar.ts'
import { sampleDocuments } from './documents.ts'
import { RING_ORDER } from './radar.ts'

interface Entry {
  id: string
  title: string
  quadrant: string
  description: string
  useInstead?: string
  timeline: {
    ringId: string
    moved: number
    date: string
    description: string
    directorate?: number
  }[]
}

const documents = await sampleDocuments()
const read = (path: string): unknown => JSON.parse(documents.get(path) ?? 'null')
const radar = read('main/onsRadarSkeleton.json') as {
  quadrants: { id: string; name: string }[]
  rings: { id: string }[]
  entries: Entry[]
}
/** The end of the last day, in the form of stored dates. */
const END = `${REFERENCE_DATE} 24`
const pastOf = ({ timeline }: Entry) => timeline.filter(({ date }) => date < END)
const ringOf = (entry: Entry | undefined) => entry && pastOf(entry).at(-1)?.ringId
const unique = <T>(items: T[]): T[] => [...new Set(items)]

describe('radar', () => {
  it('has unique entries in known quadrants, in stored order', () => {
    const { entries, quadrants } = radar
    expect(entries.length).toBeGreaterThanOrEqual(85)
    expect(unique(entries.map(({ id }) => id))).toHaveLength(entries.length)
    expect(unique(entries.map(({ title }) => title))).toHaveLength(entries.length)
    expect(unique(entries.map(({ quadrant }) => quadrant))).toEqual(quadrants.map(({ id }) => id))
    for (const { id } of quadrants) {
      const titles = entries.flatMap((entry) => (entry.quadrant === id ? [entry.title] : []))
      expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b, 'en')))
    }
  })

  it('counts the rings between consecutive timeline items', () => {
    for (const { title, timeline } of radar.entries) {
      const positions = timeline.map(({ ringId }) =>
        RING_ORDER.findIndex((ring) => ring === ringId),
      )
      const dates = timeline.map(({ date }) => date)
      expect({ title, positions }).toEqual({
        title,
        positions: positions.map((at) => Math.max(at, 0)),
      })
      expect({ title, moved: timeline.map(({ moved }) => moved) }).toEqual({
        title,
        moved: positions.map((at, index) => at - (positions[index - 1] ?? at)),
      })
      expect({ title, dates }).toEqual({ title, dates: [...dates].sort() })
    }
  })

  it('has entries in every ring, in review and ignored', () => {
    const present = radar.entries.map(ringOf)
    expect(new Set(present)).toEqual(new Set(RING_ORDER))
    expect(radar.rings.map(({ id }) => id)).toEqual(['adopt', 'trial', 'assess', 'hold'])
  })

  it('names a reason and a recommended entry for each entry on hold', () => {
    const onHold = radar.entries.filter((entry) => ringOf(entry) === 'hold')
    expect(onHold.length).toBeGreaterThan(30)
    for (const entry of onHold) {
      const instead = radar.entries.find(({ id }) => id === entry.useInstead)
      const ring = ringOf(instead) ?? 'none'
      expect([entry.title, ['adopt', 'trial'].includes(ring)]).toEqual([entry.title, true])
    }
    const reasons = onHold.map((entry) => pastOf(entry).at(-1)?.description ?? '')
    expect(unique(reasons)).toHaveLength(onHold.length)
    expect(reasons.filter((reason) => !/^[A-Z].+\.$/.test(reason))).toEqual([])
  })

  it('describes each entry in a sentence of its own', () => {
    const texts = radar.entries.map(({ description }) => description)
    expect(unique(texts)).toHaveLength(texts.length)
    expect(texts.filter((text) => !/^[A-Z].{15,}\.$/.test(text))).toEqual([])
  })

  it('has two announced moves of present entries', () => {
    const planned = radar.entries.filter((entry) => pastOf(entry).length < entry.timeline.length)
    expect(planned.map(({ title }) => title)).toEqual(['Slack', 'OpenTofu'])
    expect(planned.map(ringOf)).toEqual(['trial', 'trial'])
  })

  it('refers to enabled directorates only', () => {
    const directorates = read('main/directorates.json') as { id: number; enabled: boolean }[]
    const enabled = new Set(directorates.flatMap(({ id, enabled }) => (enabled ? [id] : [])))
    const named = radar.entries.flatMap(({ timeline }) =>
      timeline.flatMap(({ directorate }) => (directorate === undefined ? [] : [directorate])),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((id) => !enabled.has(id))).toEqual([])
  })
})
