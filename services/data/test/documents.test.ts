import { describe, expect, it } from '@jest/globals'
import { withBannerIds } from '@landscape/contracts/banners'
import { entityTag } from '@landscape/store/documents/entity-tag'
import request from 'supertest'
import { BANNERS, dataService, NOW, RADAR } from './data-service.ts'

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
    const document = { version: 2, messages: withBannerIds(BANNERS.messages) }
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
  it('return banners with a message, and as active those with show: true', async () => {
    const [shown] = BANNERS.messages
    const malformed = { ...shown, show: 'true' }
    const messages = withBannerIds([shown, malformed, { ...shown, show: null }])
    const document = { messages: [null, ...messages, 'text', { show: true }] }
    const { app } = await dataService({ banners: document })
    expect((await request(app).get('/api/banners')).body.messages).toEqual(messages.slice(0, 1))
    const all = await request(app).get('/api/banners/all')
    expect(all.body).toEqual({ messages })
    expect(all.headers['etag']).toBe(`W/${entityTag(document)}`)
  })

  it('return each element of the radar and of the directorates at its index', async () => {
    const entries = [{ title: 'no id' }, { id: 'b', timeline: 'x' }]
    const document = { ...RADAR, quadrants: [null, { id: '1' }], entries: [null, ...entries, 7] }
    const { app } = await dataService({
      radar: document,
      directorates: [null, { id: '1' }, ...directorates],
    })
    const response = await request(app).get('/api/tech-radar/json')
    expect(response.body).toEqual(document)
    expect(response.headers['etag']).toBe(`W/${entityTag(document)}`)
    for (const view of ['svg', 'changes', 'feed.atom', 'json?ring=adopt']) {
      expect((await request(app).get(`/api/tech-radar/${view}`)).status).toBe(200)
    }
    const list = await request(app).get('/api/directorates/json')
    expect(list.body).toEqual([null, { id: '1' }, ...directorates])
  })
})
