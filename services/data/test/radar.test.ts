import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import type { ObjectStore } from '@landscape/store/objects/port'
import request from 'supertest'
import { dataService } from './data-service.ts'

const CHANGES = '/api/tech-radar/changes'
const FEED = '/api/tech-radar/feed.atom'

const radarWith = (...rings: string[]) => ({
  title: 'Acme Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: [{ id: 'adopt', name: 'ADOPT' }],
  entries: [
    {
      id: 'zig',
      title: 'Zig',
      quadrant: '1',
      timeline: rings.map((ringId, i) => ({
        moved: 0,
        ringId,
        date: `2026-0${i + 1}-15`,
        description: `to ${ringId}`,
        author: 'kim@acme.example',
      })),
    },
  ],
})

/** Saves the radar at an instant, as the admin-review service does. */
async function save(store: ObjectStore, next: ReturnType<typeof radarWith>, instant: string) {
  const { ref, schema } = DOCUMENTS.radar
  const radar = createDocument(store, ref, schema, {
    history: 'radar',
    clock: () => Date.parse(instant),
  })
  const by = { actor: 'kim', email: 'kim@acme.example', action: 'edit' }
  await radar.change(() => ({ next, result: undefined }), { by })
}

describe('the filters ring and quadrant', () => {
  const PATHS = ['json', 'svg', 'changes', 'feed.atom'].map((name) => `/api/tech-radar/${name}`)
  const [zig] = radarWith('assess', 'adopt').entries
  const radar = {
    ...radarWith(),
    entries: [zig, { ...zig!, id: 'ada', title: 'Ada', timeline: zig!.timeline.slice(0, 1) }],
  }

  it.each(PATHS)('select entries of %s by their present ring and quadrant', async (path) => {
    const { app } = await dataService({
      radar: { ...radar, rings: [...radar.rings, { id: 'assess' }] },
    })
    const textOf = async (query: string) => {
      const { status, body, text } = await request(app).get(path + query)
      expect([query, status]).toEqual([query, 200])
      return text ?? String(body)
    }
    const names = async (query: string) => {
      const text = await textOf(query)
      return ['Zig', 'Ada'].filter((title) => text.includes(title))
    }
    expect(await names('')).toEqual(['Zig', 'Ada'])
    expect(await names('?ring=Adopt')).toEqual(['Zig'])
    expect(await names('?ring=assess&quadrant=1')).toEqual(['Ada'])
    expect(await names('?quadrant=1')).toEqual(['Zig', 'Ada'])
  })

  it.each(PATHS)('are rejected by %s when unknown, with the known ids', async (path) => {
    const { app } = await dataService({ radar })
    for (const [query, error] of [
      ['ring=hold', 'Unknown ring: rings are adopt, review, ignore'],
      ['quadrant=2', 'Unknown quadrant: quadrants are 1'],
    ]) {
      const { status, body } = await request(app).get(`${path}?${query}`)
      expect([status, body.error]).toEqual([400, error])
    }
  })

  it('keep the rest of the radar; `quadrant` keeps the ETag of the document', async () => {
    const { app } = await dataService({ radar })
    const complete = await request(app).get('/api/tech-radar/json')
    const part = await request(app).get('/api/tech-radar/json?ring=ADOPT')
    expect(part.body).toEqual({ ...complete.body, entries: [zig] })
    const ofQuadrant = await request(app).get('/api/tech-radar/json?quadrant=1')
    expect(ofQuadrant.headers['etag']).toBe(complete.headers['etag'])
  })

  it('select entries by their ring at an instant', async () => {
    const { app, store } = await dataService({ radar: radarWith('adopt') })
    await save(store, radarWith('adopt', 'review'), '2026-03-01T10:00:00Z')
    const idsAt = async (query: string) => {
      const { body } = await request(app).get(`/api/tech-radar/json?at=2026-03-02&${query}`)
      return (body.entries as { id: string }[]).map(({ id }) => id)
    }
    expect(await idsAt('ring=review')).toEqual(['zig'])
    expect(await idsAt('ring=adopt')).toEqual([])
  })
})

describe('GET /api/tech-radar/json?at=', () => {
  async function edited() {
    const service = await dataService({ radar: radarWith('assess') })
    await save(service.store, radarWith('assess', 'trial'), '2026-03-01T10:00:00Z')
    await save(service.store, radarWith('assess', 'trial', 'adopt'), '2026-04-01T10:00:00Z')
    return service
  }
  const at = async (app: Parameters<typeof request>[0], instant: string) =>
    request(app).get(`/api/tech-radar/json?at=${encodeURIComponent(instant)}`)

  it('returns the radar at an instant, or the present one without', async () => {
    const { app } = await edited()
    const then = radarWith('assess', 'trial')
    expect((await at(app, '2026-03-01T10:00:00.000Z')).body).toEqual(then)
    expect((await at(app, '2026-04-01T09:59:59.999Z')).body).toEqual(then)
    const now = radarWith('assess', 'trial', 'adopt')
    expect((await at(app, '2026-04-01T10:00:00Z')).body).toEqual(now)
    expect((await at(app, '2999-01-01')).body).toEqual(now)
    expect((await request(app).get('/api/tech-radar/json')).body).toEqual(now)
  })

  it('returns 404 for an instant before the first change and 400 for an invalid one', async () => {
    const { app } = await edited()
    const early = await at(app, '2026-03-01T09:59:59Z')
    expect([early.status, early.body.error]).toEqual([404, 'No version at that time'])
    for (const text of ['', 'yesterday', '2026-02-30']) {
      const { status, body } = await at(app, text)
      expect([status, body.error]).toEqual([400, 'Invalid instant'])
    }
  })

  it('returns malformed entries of a past radar at their indexes', async () => {
    const { app, store } = await edited()
    const malformed = { ...radarWith('hold'), entries: [null, { id: 'a' }, 'b'] }
    await save(store, malformed as never, '2026-05-01T10:00:00Z')
    await save(store, radarWith('hold'), '2026-06-01T10:00:00Z')
    expect((await at(app, '2026-05-02')).body.entries).toEqual(malformed.entries)
  })
})

describe(`GET ${CHANGES}`, () => {
  it('returns moves without authors, newest first', async () => {
    const { app } = await dataService({ radar: radarWith('assess', 'assess', 'trial') })
    const { body, text, headers } = await request(app).get(CHANGES)
    expect(body).toEqual({
      title: 'Acme Radar',
      changes: [
        {
          id: 'zig',
          title: 'Zig',
          quadrant: '1',
          from: 'assess',
          to: 'trial',
          date: '2026-03-15',
          description: 'to trial',
          directorate: { id: 0, name: 'Default' },
        },
        expect.objectContaining({ from: null, to: 'assess', date: '2026-01-15' }),
      ],
      rings: [
        { id: 'adopt', name: 'ADOPT' },
        { id: 'review', name: 'REVIEW' },
        { id: 'ignore', name: 'IGNORE' },
      ],
    })
    expect(text).not.toContain('@')
    expect(headers['cache-control']).toBe('public, no-cache')
  })

  it('returns the moves of a period, including entire days', async () => {
    const { app } = await dataService({ radar: radarWith('assess', 'trial', 'adopt') })
    const rings = async (query: string) =>
      (await request(app).get(`${CHANGES}?${query}`)).body.changes.map(
        (one: { to: string }) => one.to,
      )
    expect(await rings('since=2026-02-15')).toEqual(['adopt', 'trial'])
    expect(await rings('until=2026-02-15')).toEqual(['trial', 'assess'])
    expect(await rings('since=2026-02-15&until=2026-02-15')).toEqual(['trial'])
    expect(await rings('since=2026-02-15T00:00:01Z')).toEqual(['adopt'])
  })

  it.each([
    ['since=yesterday', 'Invalid instant'],
    ['until=2026-13-01', 'Invalid instant'],
    ['since=2026-01-01&since=2026-01-02', 'since is given more than once'],
  ])('rejects %s', async (query, error) => {
    const { app } = await dataService({ radar: radarWith('assess') })
    const { status, body } = await request(app).get(`${CHANGES}?${query}`)
    expect([status, body.error]).toEqual([400, error])
  })

  it('returns moves that were just stored', async () => {
    const { app, put } = await dataService({ radar: radarWith('assess') })
    expect((await request(app).get(CHANGES)).body.changes).toHaveLength(1)
    await put('radar', radarWith('assess', 'trial'))
    expect((await request(app).get(CHANGES)).body.changes).toHaveLength(2)
  })
})

describe(`GET ${FEED}`, () => {
  // spec: 6-s1
  it('returns the moves of a period as compressed Atom without authors', async () => {
    const { app } = await dataService({ radar: radarWith('assess', 'trial', 'adopt', 'hold') })
    const { headers, text } = await request(app).get(FEED).set('accept-encoding', 'gzip').buffer()
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(headers['content-encoding']).toBe('gzip')
    expect(text).toContain('<title>Zig: trial → ADOPT</title>')
    expect(text).not.toContain('@')
    const part = await request(app).get(`${FEED}?since=2026-02-15`).buffer()
    expect(part.text.match(/<entry>/g)).toHaveLength(3)
  })

  it('has absolute links under the public address, never under the host of a request', async () => {
    const linksOf = async (publicUrl?: string) => {
      const { app } = await dataService(
        { radar: radarWith('assess') },
        { ...(publicUrl && { publicUrl }) },
      )
      const foreign = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
      const { text } = await request(app).get(FEED).set(foreign).buffer()
      return [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    }
    const paths = [FEED, '/', '/api/tech-radar/json', '/technologies/zig']
    expect(await linksOf()).toEqual(paths)
    const origin = 'https://landscape.example'
    expect(await linksOf(origin)).toEqual(paths.map((path) => origin + path))
  })
})
