import { describe, expect, it } from '@jest/globals'
import { withBannerIds } from '@landscape/contracts'
import {
  createEmbeddedStore,
  entityTag,
  type ObjectRef,
  replace,
  StoreUnavailable,
} from '@landscape/store'
import request from 'supertest'
import { tideTables, tideTablesRow } from '../src/csv/csv-rows.fixture.ts'
import { BANNERS, dataService, NOW, RADAR, REPOSITORIES } from './data-service.ts'

const FORMER_CSV = { bucket: 'main', key: 'onsTechDataAdoption.csv' } as const
const directorates = [
  { id: 0, name: 'Central Services (CS)', colour: '#1f77b4', default: true, enabled: true },
]

describe('GET /api/tech-radar/json and /api/directorates/json', () => {
  // spec: 1-s5d 1-s5e 4.2-r3a 4.2-r3b 4.2-r5
  it('return the stored documents unchanged', async () => {
    const { app } = await dataService({ radar: RADAR, directorates })
    expect((await request(app).get('/api/tech-radar/json')).text).toBe(JSON.stringify(RADAR))
    expect((await request(app).get('/api/directorates/json')).body).toEqual(directorates)
  })
})

describe('GET /api/banners', () => {
  // spec: 1-s5f 3-s1a 3-s1b 4.2-r6 4.2-r7
  it('returns active banners, and /all returns every banner', async () => {
    const { app } = await dataService({ banners: BANNERS })
    const active = await request(app).get('/api/banners')
    const messages = withBannerIds(BANNERS.messages)
    expect(active.body).toEqual({ messages: messages.slice(0, 1) })
    expect((await request(app).get('/api/banners/all')).body).toEqual({ messages })
  })

  it('returns only active banners by /all to existing clients', async () => {
    const { app } = await dataService({ banners: BANNERS }, { existingClients: true })
    const active = await request(app).get('/api/banners')
    const all = await request(app).get('/api/banners/all')
    expect(all.body).toEqual(active.body)
    expect(all.body.messages).toHaveLength(1)
    expect(all.headers['etag']).toBe(active.headers['etag'])
  })

  it('returns a banner from its start to its end and changes the ETag at both', async () => {
    const [shown] = BANNERS.messages
    const scheduled = {
      ...shown,
      startsAt: '2026-06-01T01:00:00+01:00',
      endsAt: '2026-06-01T00:00:01Z',
    }
    let now = NOW - 1
    const { app } = await dataService(
      { banners: { messages: [scheduled, { ...scheduled, show: false }] } },
      { now: () => now },
    )
    const seen: [count: number, etag: string | undefined][] = []
    const all = new Set<string | undefined>()
    for (const at of [NOW - 1, NOW, NOW + 999, NOW + 1_000, NOW - 1]) {
      now = at
      const { body, headers } = await request(app).get('/api/banners')
      seen.push([body.messages.length, headers['etag']])
      const every = await request(app).get('/api/banners/all')
      expect(every.body.messages).toHaveLength(2)
      all.add(every.headers['etag'])
    }
    expect(seen.map(([count]) => count)).toEqual([0, 1, 1, 0, 0])
    expect(all.size).toBe(1)
    const [before, during] = seen.map(([, etag]) => etag!)
    for (const [at, known, status] of [
      [NOW - 1, before, 304],
      [NOW, before, 200],
      [NOW, during, 304],
      [NOW + 1_000, during, 200],
    ] as const) {
      now = at
      const response = await request(app).get('/api/banners').set('If-None-Match', known!)
      expect([at, response.status]).toEqual([at, status])
    }
  })

  it('omits scheduled and ended banners from /all for existing clients', async () => {
    const [shown] = BANNERS.messages
    const messages = [
      { ...shown, message: 'later', startsAt: '2027-01-01' },
      { ...shown, message: 'over', endsAt: '2026-01-01' },
      { ...shown, message: 'now', startsAt: '2026-01-01', endsAt: '2027-01-01' },
    ]
    const { app } = await dataService({ banners: { messages } }, { existingClients: true })
    const { body } = await request(app).get('/api/banners/all')
    expect(body.messages.map(({ message }: { message: string }) => message)).toEqual(['now'])
  })

  it('returns each banner with its id in the complete list', async () => {
    const [shown] = BANNERS.messages
    const hidden = { ...shown, show: false }
    const { app } = await dataService({ banners: { messages: [hidden, null, shown] } })
    const all = (await request(app).get('/api/banners/all')).body.messages as { id: string }[]
    expect(all.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^[0-9a-f]{12}$/),
      `${all[0]!.id}-2`,
    ])
    expect((await request(app).get('/api/banners')).body.messages).toEqual([all[1]])
  })

  it('returns the ETag of the stored document by /all', async () => {
    const document = { version: 2, ...BANNERS }
    const { app } = await dataService({ banners: document })
    const all = await request(app).get('/api/banners/all')
    expect(all.body).toEqual({ messages: withBannerIds(BANNERS.messages) })
    expect(all.headers['etag']).toBe(`W/${entityTag(document)}`)
  })

  // spec, otherwise: 4.2-r6 4.2-r7
  it('returns no banners when nothing is stored', async () => {
    const { app } = await dataService({})
    expect((await request(app).get('/api/banners')).body).toEqual({ messages: [] })
    expect((await request(app).get('/api/banners/all')).body).toEqual({ messages: [] })
  })

  it('returns banners that another process has just stored', async () => {
    const { app, put } = await dataService({ banners: BANNERS })
    await request(app).get('/api/banners')
    await put('banners', { messages: [] })
    expect((await request(app).get('/api/banners')).body).toEqual({ messages: [] })
  })
})

describe('stored documents with malformed elements', () => {
  // spec, otherwise: 3-s1a 3-s1b
  it('return banners that are objects, and as active those with show: true', async () => {
    const [shown] = BANNERS.messages
    const malformed = { ...shown, show: 'true' }
    const document = { messages: [null, shown, malformed, 'text', { ...shown, show: null }] }
    const { app } = await dataService({ banners: document })
    const messages = withBannerIds([shown, malformed, { ...shown, show: null }])
    expect((await request(app).get('/api/banners')).body.messages).toEqual(messages.slice(0, 1))
    const all = await request(app).get('/api/banners/all')
    expect(all.body).toEqual({ messages })
    expect(all.headers['etag']).toBe(`W/${entityTag(document)}`)
  })

  it('return elements of radar and directorates that are objects', async () => {
    const entries = [{ title: 'no id' }, { id: 'b', timeline: 'x' }]
    const radar = { ...RADAR, quadrants: [{ id: '1' }], entries }
    const document = {
      ...radar,
      quadrants: [null, ...radar.quadrants],
      entries: [null, ...entries, 7],
    }
    const { app } = await dataService({
      radar: document,
      directorates: [null, { id: '1' }, ...directorates],
    })
    const response = await request(app).get('/api/tech-radar/json')
    expect(response.body).toEqual(radar)
    expect(response.headers['etag']).toBe(`W/${entityTag(document)}`)
    const list = await request(app).get('/api/directorates/json')
    expect(list.body).toEqual([{ id: '1' }, ...directorates])
  })
})

/**
 * The "CSV held in object storage" of the specification is the JSON document of the registry. Rows have the columns
 * of the CSV file that it replaced.
 */
describe('GET /api/csv', () => {
  const registry = { bucket: 'audit-tool', key: 'new_project_data.json' } as const
  const tideTablesText = JSON.stringify({ projects: [tideTables] })

  // spec: 1-s5a 4.2-r1a 4.2-r1b 4.2-r1c
  it('returns a row for each project of the document in object storage', async () => {
    const store = createEmbeddedStore(':memory:')
    const named = { details: [{ name: 'Harbour API' }] }
    const document = { projects: [tideTables, null, named, { user: '' }] }
    await replace(store, registry, Buffer.from(JSON.stringify(document)))
    const { app } = await dataService({}, { store })
    const { status, type, body } = await request(app).get('/api/csv')
    expect([status, type]).toEqual([200, 'application/json'])
    expect(body).toHaveLength(3)
    expect(body[0]).toEqual(tideTablesRow)
    expect(body[1]).toMatchObject({
      Project: 'Harbour API',
      Listed_As_Project_Dependency: [{ name: 'Tide Tables', description: 'berth data' }],
    })
    for (const row of body) expect(Object.keys(row)).toEqual(Object.keys(tideTablesRow))
  })

  // spec: 4.2-r1a
  it('returns what another process has just stored', async () => {
    const { app, put } = await dataService({ projects: { projects: [tideTables] } })
    const names = async () => {
      const { body } = await request(app).get('/api/csv')
      return body.map(({ Project }: { Project: string }) => Project)
    }
    expect(await names()).toEqual(['Tide Tables'])
    const other = { ...tideTables, details: [{ name: 'Buoys' }] }
    await put('projects', { projects: [other, tideTables] })
    expect(await names()).toEqual(['Buoys', 'Tide Tables'])
    await put('projects', { projects: [] })
    expect(await names()).toEqual([])
  })

  // spec, otherwise: 4.2-r1a 4.2-r1b
  it.each<[string, ObjectRef | undefined, string]>([
    ['nothing', undefined, ''],
    ['a registry without projects', registry, '{"projects":[]}'],
    ['the CSV file of the previous system', FORMER_CSV, 'Project,Stage\nTide Tables,Live\n'],
    ['the registry in another bucket', { ...registry, bucket: 'main' }, tideTablesText],
  ])('returns an empty array when the store contains %s', async (_name, ref, text) => {
    const store = createEmbeddedStore(':memory:')
    if (ref) await replace(store, ref, Buffer.from(text))
    const { app } = await dataService({}, { store })
    const { status, body } = await request(app).get('/api/csv')
    expect([status, body]).toEqual([200, []])
  })
})

describe('GET /api/health', () => {
  // spec: 4.2-r8 2.4-r4a 2.4-r4b 2.4-r4c 2.4-r4d 2.4-r4e
  it('returns 200 without a store', async () => {
    const store = createEmbeddedStore(':memory:')
    const { app } = await dataService({}, { store })
    store.close()
    const { status, body, headers } = await request(app).get('/api/health')
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'healthy',
      timestamp: '2026-06-01T00:00:00.000Z',
      uptime: 12.5,
      memory: expect.objectContaining({ rss: expect.any(Number) }),
      pid: 42,
    })
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-health-check': 'true' })
  })

  // spec: 1-s11
  // spec, otherwise: 2.4-r4b 2.4-r4c 2.4-r4d 2.4-r4e
  it('returns the present state of the process, and never 304', async () => {
    const memory = { ...process.memoryUsage(), rss: 1 }
    const facts = { pid: 7, uptime: 1, memory }
    let now = NOW
    const { app } = await dataService(
      {},
      {
        now: () => now,
        process: {
          pid: 7,
          uptime: () => facts.uptime,
          memoryUsage: Object.assign(() => facts.memory, { rss: () => facts.memory.rss }),
        },
      },
    )
    const first = await request(app).get('/api/health')
    expect(first.body).toMatchObject({ ...facts, timestamp: '2026-06-01T00:00:00.000Z' })
    now += 1_500
    facts.uptime = 2.5
    facts.memory = { ...memory, rss: 2 }
    const known = { 'if-none-match': '*', 'if-modified-since': new Date(NOW).toUTCString() }
    const second = await request(app).get('/api/health').set(known)
    expect(second.status).toBe(200)
    expect(second.body).toMatchObject({ ...facts, timestamp: '2026-06-01T00:00:01.500Z' })
    expect(second.headers).not.toHaveProperty('etag')
  })
})

describe('an unavailable stored document', () => {
  // spec, otherwise: 4.2-r2a 4.2-r3a 4.2-r3b 4.2-r5
  it.each([
    '/api/json',
    '/api/tech-radar/json',
    '/api/directorates/json',
    '/api/repository/project/json?repositories=a',
  ])('%s returns 500 with a fixed message when it is missing', async (path) => {
    const { app, logs } = await dataService({})
    const { status, body } = await request(app).get(path)
    expect(status).toBe(500)
    expect(body.error).toBe('Internal server error')
    expect(logs.join()).toMatch(/Document main\/\w+\.json does not exist/)
  })

  it.each([
    ['/api/json', 'repositories', 'main/repositories.json'],
    ['/api/tech-radar/json', 'radar', 'main/onsRadarSkeleton.json'],
    ['/api/banners/all', 'banners', 'main/messages.json'],
    ['/api/directorates/json', 'directorates', 'main/directorates.json'],
    ['/api/csv', 'projects', 'audit-tool/new_project_data.json'],
  ] as const)(
    '%s returns 500 when it is damaged, and other routes return 200',
    async (path, name, file) => {
      for (const damaged of ['{"secret":', '"text"']) {
        const { app, logs } = await dataService({
          repositories: REPOSITORIES,
          radar: RADAR,
          banners: BANNERS,
          directorates,
          [name]: damaged,
        })
        const { status, body, text } = await request(app).get(path)
        expect([status, body.error]).toEqual([500, 'Internal server error'])
        expect(text).not.toContain('secret')
        expect(logs.join()).toContain(`Document ${file}`)
        for (const other of ['/api/health', '/api/json', '/api/banners', '/api/tech-radar/json']) {
          if (path !== other && !path.startsWith('/api/banners')) {
            expect((await request(app).get(other)).status).toBe(200)
          }
        }
      }
    },
  )

  it('is returned from the last good copy, marked as stale, during an outage', async () => {
    const real = createEmbeddedStore(':memory:')
    let isUnavailable = false
    const store = {
      ...real,
      get: async (...args: Parameters<typeof real.get>) => {
        if (isUnavailable) throw new StoreUnavailable('connection refused')
        return real.get(...args)
      },
    }
    const { app } = await dataService({ radar: RADAR }, { store })
    expect((await request(app).get('/api/tech-radar/json')).headers).not.toHaveProperty('warning')
    isUnavailable = true
    const stale = await request(app).get('/api/tech-radar/json')
    expect(stale.body).toEqual(RADAR)
    expect(stale.headers).toMatchObject({ age: '0', warning: '110 - "Response is Stale"' })
    const unknown = await request(app).get('/api/json')
    expect(unknown.status).toBe(503)
    expect(unknown.headers['retry-after']).toBe('5')
  })
})
