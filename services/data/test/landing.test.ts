import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { dataService, NOW, RADAR, REPOSITORIES } from './data-service.ts'
import { STORED } from './technology-service.ts'

/** NOW is 1 June 2026. */
const SINCE = '2026-03-01'
const entry = (n: number) => ({
  id: `e${n}`,
  title: `Entry ${n}`,
  quadrant: '2',
  description: '',
  timeline: [{ moved: 0, ringId: 'hold', date: `2026-03-${String(n).padStart(2, '0')}` }],
})
const DOCUMENTS = {
  ...STORED,
  radar: {
    ...STORED.radar,
    entries: [...STORED.radar.entries, ...Array.from({ length: 9 }, (_, i) => entry(i + 1))],
  },
  repositories: REPOSITORIES,
}

async function serviceWith(documents: Parameters<typeof dataService>[0], now = () => NOW) {
  const { app, put } = await dataService(documents, { now })
  return { put, get: async (path: string) => request(app).get(path) }
}

describe('GET /api/landing', () => {
  it('returns what the routes of its members return', async () => {
    const { get } = await serviceWith(DOCUMENTS)
    const { body, headers } = await get('/api/landing')
    const [drift, technologies, moves] = await Promise.all([
      get('/api/drift?kind=on-hold-in-use&limit=1'),
      get('/api/technologies?limit=1'),
      get(`/api/tech-radar/changes?since=${SINCE}`),
    ])
    const { totals, asOf } = technologies.body
    expect(body.numbers).toEqual({
      onHoldInUse: drift.body.total,
      against: 'HOLD or IGNORE',
      notOnRadar: drift.body.totals['not-on-radar'],
      projects: totals.projects,
      months: expect.any(Array),
      repositories: totals.repositories,
      repositoriesAsOf: asOf.repositories,
      entries: DOCUMENTS.radar.entries.length,
    })
    expect(drift.body.total).toBeGreaterThan(0)
    const { title, rings, changes } = moves.body
    expect(changes).toHaveLength(9)
    const newest = changes.slice(0, 8).map((move: Record<string, unknown>) => {
      const { id: _id, quadrant: _quadrant, directorate: _directorate, ...shown } = move
      return shown
    })
    expect(body.moves).toEqual({
      since: SINCE,
      newest,
      rings,
      directorate: null,
    })
    const [quadrant] = DOCUMENTS.radar.quadrants
    expect(body.radar).toEqual({ title, firstQuadrant: quadrant?.id })
    expect(headers['cache-control']).toBe('public, no-cache')
  })

  it('has the numbers of twelve months, null where they are not comparable', async () => {
    const month = (name: string, onHoldInUse: number, repositories: number | null) => {
      const totals = { projects: 1, onHoldInUse, notOnRadar: 0, missing: 0, repositories }
      return { month: name, day: `${name}-28`, totals, technologies: {} }
    }
    const landscapeMonths = [
      month('2026-03', 41, 1),
      month('2026-04', 12, null),
      month('2026-06', 36, 1),
    ]
    const { get } = await serviceWith({ ...DOCUMENTS, landscapeMonths })
    const { months } = (await get('/api/landing')).body.numbers
    expect(months).toHaveLength(12)
    const known = { notOnRadar: 0, projects: 1 }
    expect(months.slice(-4)).toEqual([
      { month: '2026-03', onHoldInUse: 41, ...known },
      { month: '2026-04', onHoldInUse: null, ...known },
      { month: '2026-05', onHoldInUse: null, notOnRadar: null, projects: null },
      { month: '2026-06', onHoldInUse: 36, ...known },
    ])
  })

  it('names the directorate of the rings when there are several', async () => {
    const directorates = [
      { id: 0, name: 'Coast', default: true, enabled: true },
      { id: 1, name: 'Harbour', default: false, enabled: true },
    ]
    const { get } = await serviceWith({ ...DOCUMENTS, directorates })
    expect((await get('/api/landing')).body.moves.directorate).toBe('Coast')
  })

  it('returns empty members when nothing is stored', async () => {
    const { get } = await serviceWith({})
    const { status, body } = await get('/api/landing')
    expect(status).toBe(200)
    expect(body.numbers).toMatchObject({ onHoldInUse: 0, projects: 0, repositories: null })
    expect([body.moves.newest, body.radar.firstQuadrant]).toEqual([[], null])
  })

  it.each([
    ['radar', '{', ['numbers', 'radar', 'moves']],
    ['repositories', '{', ['numbers']],
    ['landscapeMonths', '{', []],
  ] as const)('has null where %s cannot be read', async (name, text, missing) => {
    const { get } = await serviceWith({ ...DOCUMENTS, [name]: text })
    const { status, body } = await get('/api/landing')
    expect(status).toBe(200)
    const members = Object.entries(body as object)
    expect(members.flatMap(([member, value]) => (value === null ? [member] : []))).toEqual(missing)
  })

  it.each([
    ['radar', RADAR],
    ['projects', { projects: [] }],
    ['repositories', { repositories: [] }],
  ] as const)('has another ETag after an edit of %s', async (name, next) => {
    const { get, put } = await serviceWith(DOCUMENTS)
    const before = (await get('/api/landing')).headers['etag']
    await put(name, next)
    const after = await get('/api/landing')
    expect([after.status, after.headers['etag'] === before]).toEqual([200, false])
  })

  it('shows the moves of three months', async () => {
    let now = NOW
    const { get } = await serviceWith(DOCUMENTS, () => now)
    now = NOW + 24 * 3_600_000
    expect((await get('/api/landing')).body.moves.since).toBe('2026-03-02')
  })
})
