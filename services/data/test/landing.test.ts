import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { BANNERS, dataService, NOW, RADAR, REPOSITORIES } from './data-service.ts'
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
  banners: { messages: Array.from({ length: 7 }, () => BANNERS.messages[0]) },
}

async function serviceWith(documents: Parameters<typeof dataService>[0], now = () => NOW) {
  const { app, put } = await dataService(documents, { now })
  return { put, get: async (path: string) => request(app).get(path) }
}

describe('GET /api/landing', () => {
  it('returns what the routes of its members return', async () => {
    const { get } = await serviceWith(DOCUMENTS)
    const { body, headers } = await get('/api/landing')
    const [drift, technologies, radar, languages, moves] = await Promise.all([
      get('/api/drift?kind=on-hold-in-use&limit=1'),
      get('/api/technologies?limit=1'),
      get(`/api/tech-radar/svg?since=${SINCE}`),
      get('/api/languages/svg'),
      get(`/api/tech-radar/changes?since=${SINCE}`),
    ])
    const { totals, asOf } = technologies.body
    expect(body.numbers).toEqual({
      onHoldInUse: drift.body.total,
      against: 'HOLD or IGNORE',
      earlier: null,
      projects: totals.projects,
      repositories: totals.repositories,
      repositoriesAsOf: asOf.repositories,
      entries: DOCUMENTS.radar.entries.length,
    })
    expect(drift.body.total).toBeGreaterThan(0)
    expect([body.radar, body.languages]).toEqual([String(radar.body), String(languages.body)])
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
      radarTitle: title,
      directorate: null,
    })
    const banner = { title: 'Planned', message: 'Read-only', type: 'warning' }
    expect(body.banners).toEqual({ total: 7, shown: Array.from({ length: 5 }, () => banner) })
    expect(headers['cache-control']).toBe('public, no-cache')
  })

  it('compares with an earlier month', async () => {
    const month = (name: string, onHoldInUse: number) => {
      const totals = { projects: 1, onHoldInUse, notOnRadar: 0, missing: 0, repositories: 1 }
      return { month: name, day: `${name}-28`, totals, technologies: {} }
    }
    const landscapeMonths = [month('2026-03', 41), month('2026-06', 36)]
    const { get } = await serviceWith({ ...DOCUMENTS, landscapeMonths })
    const { body } = await get('/api/landing')
    expect(body.numbers.earlier).toEqual({ month: '2026-03', onHoldInUse: 41 })
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
    expect([body.moves.newest, body.banners.shown]).toEqual([[], []])
  })

  it.each([
    ['radar', '{', ['numbers', 'radar', 'moves']],
    ['repositories', '{', ['numbers', 'languages']],
    ['banners', '{"messages":7}', ['banners']],
    ['landscapeMonths', '{', []],
  ] as const)('has null where %s cannot be read', async (name, text, missing) => {
    const { get } = await serviceWith({ ...DOCUMENTS, [name]: text })
    const { status, body } = await get('/api/landing')
    expect(status).toBe(200)
    const members = Object.entries(body as object)
    expect(members.flatMap(([member, value]) => (value === null ? [member] : []))).toEqual(missing)
  })

  it.each([
    ['banners', { messages: [] }],
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

  it('shows a banner until its end, and moves of three months', async () => {
    let now = NOW
    const messages = [{ ...BANNERS.messages[0], endsAt: '2026-06-01T00:00:01Z' }]
    const { get } = await serviceWith({ ...DOCUMENTS, banners: { messages } }, () => now)
    expect((await get('/api/landing')).body.banners.total).toBe(1)
    now = NOW + 24 * 3_600_000
    const { body } = await get('/api/landing')
    expect([body.banners.total, body.moves.since]).toEqual([0, '2026-03-02'])
  })
})
