import { readFile } from 'node:fs/promises'
import { TechRadarLoaderResponseParser } from '@backstage-community/plugin-tech-radar-common'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { dataService } from './data-service.ts'

const PATH = '/api/tech-radar/backstage.json'
const TODAY = '2026-12-01'
const SAMPLE = new URL('../../../sample-data/main/', import.meta.url)
const sample = async (name: string) =>
  JSON.parse(await readFile(new URL(name, SAMPLE), 'utf8')) as unknown

const position = (ringId: string, date: string, more: object = {}) => ({
  moved: 7,
  ringId,
  date,
  description: `to ${ringId}`,
  ...more,
})
const entry = (id: string, timeline: object[], more: object = {}) => ({
  id,
  title: id,
  key: id,
  quadrant: '1',
  timeline,
  ...more,
})
const radarOf = (...entries: unknown[]) => ({
  title: 'Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: [
    { id: 'adopt', name: 'ADOPT', color: '#008a00' },
    { id: 'trial', name: 'TRIAL', color: 'chartreuse-ish', description: 'Try it' },
    { id: 'hold', name: 'HOLD' },
  ],
  entries,
})

/** The response as the plugin reads it: its front end draws the first position of each timeline. */
async function read(documents: Parameters<typeof dataService>[0], query = '') {
  const { app } = await dataService(documents, { now: () => Date.parse(TODAY) })
  const { status, body } = await request(app).get(PATH + query)
  expect(status).toBe(200)
  return TechRadarLoaderResponseParser.parse(body)
}
const readEntry = async (timeline: object[], more: object = {}) =>
  (await read({ radar: radarOf(entry('zig', timeline, more)) })).entries[0]

describe('GET /api/tech-radar/backstage.json', () => {
  it('returns the sample radar with the present ring of each entry first', async () => {
    const radar = (await sample('onsRadarSkeleton.json')) as {
      rings: { id: string }[]
      entries: { id: string; timeline: { ringId: string; date: string; directorate?: number }[] }[]
    }
    const { entries } = await read({ radar, directorates: await sample('directorates.json') })
    const rings = new Set(radar.rings.map(({ id }) => id))
    const present = radar.entries.flatMap(({ id, timeline }) => {
      const past = timeline.filter(({ date }) => date < TODAY)
      const ring = past.findLast(({ directorate = 0 }) => directorate === 0)?.ringId
      return ring !== undefined && rings.has(ring) ? [[id, ring]] : []
    })
    expect(entries.length).toBeGreaterThan(100)
    expect(entries.map(({ id, timeline }) => [id, timeline[0]?.ringId])).toEqual(present)
  })

  it('returns positions newest first, with the direction between their rings', async () => {
    const timeline = [
      position('trial', '2024-01-01'),
      position('adopt', '2025-01-01 10:00:00'),
      position('adopt', '2025-06-01'),
      position('hold', '2026-01-01'),
    ]
    const { timeline: shown } = (await readEntry(timeline)) ?? {}
    expect(shown?.map(({ ringId, moved }) => [ringId, moved])).toEqual([
      ['hold', -1],
      ['adopt', 0],
      ['adopt', 1],
      ['trial', 0],
    ])
    expect(shown?.[0]).toMatchObject({ date: new Date('2026-01-01'), description: 'to hold' })
  })

  it('omits what the plugin cannot draw: other rings and quadrants, and past positions without a date', async () => {
    const { entries } = await read({
      radar: radarOf(
        entry('review', [position('review', '2026-01-01')]),
        entry('elsewhere', [position('adopt', '2026-01-01')], { quadrant: '9' }),
        entry('empty', []),
        'not an entry',
        entry('zig', [
          position('review', '2023-01-01'),
          position('hold', 'soon'),
          position('adopt', '2026-01-01'),
        ]),
      ),
    })
    expect(entries).toMatchObject([{ id: 'zig', timeline: [{ ringId: 'adopt', moved: 1 }] }])
    expect(entries[0]?.timeline).toHaveLength(1)
  })

  it('shows an entry whose present position has no readable date', async () => {
    expect(await readEntry([position('adopt', 'soon')])).toMatchObject({
      timeline: [{ ringId: 'adopt', date: new Date(0) }],
    })
  })

  it('returns a colour that the plugin can read for each ring, and at least the four quadrants that it needs', async () => {
    const { rings, quadrants } = await read({ radar: radarOf() })
    expect(rings).toEqual([
      { id: 'adopt', name: 'ADOPT', color: '#008a00' },
      { id: 'trial', name: 'TRIAL', color: '#3145a9', description: 'Try it' },
      { id: 'hold', name: 'HOLD', color: '#f5c242' },
    ])
    expect(quadrants[0]).toEqual({ id: '1', name: 'Languages' })
    expect(quadrants.map(({ name }) => name)).toEqual(['Languages', '', '', ''])
    expect(new Set(quadrants.map(({ id }) => id)).size).toBe(4)
  })

  it('returns absolute web addresses only: the plugin fails at others', async () => {
    const links = [
      { url: 'https://acme.example/a', title: 'A' },
      { url: 'https://acme.example/untitled' },
      'https://acme.example/b',
      { url: 'javascript:alert(1)', title: 'C' },
      { url: '/d', title: 'D' },
      7,
    ]
    const present = [position('adopt', '2026-01-01')]
    expect(await readEntry(present, { url: 'https://acme.example', links })).toMatchObject({
      url: 'https://acme.example',
      links: [
        { url: 'https://acme.example/a', title: 'A' },
        { url: 'https://acme.example/untitled', title: 'https://acme.example/untitled' },
        { url: 'https://acme.example/b', title: 'https://acme.example/b' },
      ],
    })
    const unsafe = await readEntry(present, { url: 'JavaScript:alert(1)', links: null })
    expect(unsafe).not.toHaveProperty('url')
    expect(unsafe).not.toHaveProperty('links')
  })

  it('returns keys that differ, by which the plugin distinguishes entries', async () => {
    const present = [position('adopt', '2026-01-01')]
    const entries = ['a', 'b', 'c'].map((id) =>
      entry(id, present, { key: id === 'c' ? '' : 'same' }),
    )
    const shown = (await read({ radar: radarOf(...entries) })).entries
    expect(shown.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
  })

  it('returns the rings of a directorate', async () => {
    const radar = radarOf(
      entry('zig', [
        position('adopt', '2024-01-01'),
        position('trial', '2025-01-01', { directorate: 1 }),
        position('hold', '2026-01-01', { directorate: 1 }),
      ]),
    )
    const directorates = [
      { id: 0, name: 'Coast', default: true },
      { id: 1, name: 'Harbour' },
    ]
    const ringsOf = async (query: string) =>
      (await read({ radar, directorates }, query)).entries[0]?.timeline.map(({ ringId }) => ringId)
    expect(await ringsOf('')).toEqual(['adopt'])
    expect(await ringsOf('?directorate=harbour')).toEqual(['hold', 'trial', 'adopt'])
    const { app } = await dataService({ radar, directorates })
    for (const query of ['directorate=other', 'directorat=1'])
      expect((await request(app).get(`${PATH}?${query}`)).status).toBe(400)
  })

  it('returns 304 until the radar or the directorates change', async () => {
    const { app, put } = await dataService({ radar: radarOf() })
    const { etag } = (await request(app).get(PATH)).headers
    const again = () => request(app).get(PATH).set('if-none-match', String(etag))
    expect((await again()).status).toBe(304)
    await put('radar', radarOf(entry('zig', [position('adopt', '2026-01-01')])))
    expect((await again()).status).toBe(200)
  })

  it('returns an empty radar when none is stored: the plugin would show its sample', async () => {
    expect(await read({})).toMatchObject({ rings: [], entries: [] })
  })
})
