import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts'
import { createDocument, type ObjectStore } from '@landscape/store'
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

/** Saves the radar as the service that edits it does, at an instant. */
async function save(store: ObjectStore, next: ReturnType<typeof radarWith>, instant: string) {
  const { ref, schema } = DOCUMENTS.radar
  const radar = createDocument(store, ref, schema, {
    history: 'radar',
    clock: () => Date.parse(instant),
  })
  const by = { actor: 'kim', email: 'kim@acme.example', action: 'edit' }
  await radar.change(() => ({ next, result: undefined }), { by })
}

describe('?ring= and ?quadrant=', () => {
  const PATHS = ['json', 'svg', 'changes', 'feed.atom'].map((name) => `/api/tech-radar/${name}`)
  const [zig] = radarWith('assess', 'adopt').entries
  const radar = {
    ...radarWith(),
    entries: [zig, { ...zig!, id: 'ada', title: 'Ada', timeline: zig!.timeline.slice(0, 1) }],
  }

  it.each(PATHS)('leave out of %s the entries that are in another ring now', async (path) => {
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

  it.each(PATHS)(
    'are refused by %s when the radar has no such one, and name those it has',
    async (path) => {
      const { app } = await dataService({ radar })
      for (const [query, error] of [
        ['ring=hold', 'Unknown ring: rings are adopt, review, ignore'],
        ['quadrant=2', 'Unknown quadrant: quadrants are 1'],
      ]) {
        const { status, body } = await request(app).get(`${path}?${query}`)
        expect([status, body.error]).toEqual([400, error])
      }
    },
  )

  it('leave the rest of the document as it is, under the tag by which it is edited', async () => {
    const { app } = await dataService({ radar })
    const whole = await request(app).get('/api/tech-radar/json')
    const part = await request(app).get('/api/tech-radar/json?ring=ADOPT')
    expect(part.body).toEqual({ ...whole.body, entries: [zig] })
    expect(part.headers['etag']).toBe(whole.headers['etag'])
  })

  it('filter the radar as it was', async () => {
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

  it('answers the radar as it was, and what is stored without it', async () => {
    const { app } = await edited()
    const then = radarWith('assess', 'trial')
    expect((await at(app, '2026-03-01T10:00:00.000Z')).body).toEqual(then)
    expect((await at(app, '2026-04-01T09:59:59.999Z')).body).toEqual(then)
    const now = radarWith('assess', 'trial', 'adopt')
    expect((await at(app, '2026-04-01T10:00:00Z')).body).toEqual(now)
    expect((await at(app, '2999-01-01')).body).toEqual(now)
    expect((await request(app).get('/api/tech-radar/json')).body).toEqual(now)
  })

  it('answers the same again, and 304 to who has it', async () => {
    const { app } = await edited()
    const first = await at(app, '2026-03-15')
    const { etag } = first.headers as { etag: string }
    const again = request(app).get('/api/tech-radar/json?at=2026-03-15').set('if-none-match', etag)
    expect((await again).status).toBe(304)
    expect((await at(app, '2026-03-15')).text).toBe(first.text)
  })

  it('answers 404 for an instant before its history began, and 400 for none', async () => {
    const { app } = await edited()
    const early = await at(app, '2026-03-01T09:59:59Z')
    expect([early.status, early.body.error]).toEqual([404, 'No version at that time'])
    for (const text of ['', 'yesterday', '2026-02-30']) {
      const { status, body } = await at(app, text)
      expect([status, body.error]).toEqual([400, 'Invalid instant'])
    }
  })

  it('leaves out of the past, too, what is no object', async () => {
    const { app, store } = await edited()
    const odd = { ...radarWith('hold'), entries: [null, { id: 'a' }, 'b'] } as never
    await save(store, odd, '2026-05-01T10:00:00Z')
    await save(store, radarWith('hold'), '2026-06-01T10:00:00Z')
    expect((await at(app, '2026-05-02')).body.entries).toEqual([{ id: 'a' }])
  })
})

describe(`GET ${CHANGES}`, () => {
  it('answers moves, newest first, without who made them', async () => {
    const { app } = await dataService({ radar: radarWith('assess', 'assess', 'trial') })
    const { body, text, headers } = await request(app).get(CHANGES)
    expect(body).toEqual({
      changes: [
        {
          id: 'zig',
          title: 'Zig',
          quadrant: '1',
          from: 'assess',
          to: 'trial',
          date: '2026-03-15',
          description: 'to trial',
        },
        expect.objectContaining({ from: null, to: 'assess', date: '2026-01-15' }),
      ],
    })
    expect(text).not.toContain('@')
    expect(headers['cache-control']).toBe('public, no-cache')
  })

  it('answers those of a period, whole days included', async () => {
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

  it.each(['since=yesterday', 'until=2026-13-01', 'since=2026-01-01&since=2026-01-02'])(
    'refuses %s',
    async (query) => {
      const { app } = await dataService({ radar: radarWith('assess') })
      const { status, body } = await request(app).get(`${CHANGES}?${query}`)
      expect([status, body.error]).toEqual([400, 'Invalid instant'])
    },
  )

  it('answers what has just been stored', async () => {
    const { app, put } = await dataService({ radar: radarWith('assess') })
    expect((await request(app).get(CHANGES)).body.changes).toHaveLength(1)
    await put('radar', radarWith('assess', 'trial'))
    expect((await request(app).get(CHANGES)).body.changes).toHaveLength(2)
  })
})

describe(`GET ${FEED}`, () => {
  // spec: 6-s1
  it('answers the moves of a period as Atom, compressed, without who made them', async () => {
    const { app } = await dataService({ radar: radarWith('assess', 'trial', 'adopt', 'hold') })
    const { headers, text } = await request(app).get(FEED).set('accept-encoding', 'gzip').buffer()
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(headers['content-encoding']).toBe('gzip')
    expect(text).toContain('<title>Zig: trial → ADOPT</title>')
    expect(text).not.toContain('@')
    const part = await request(app).get(`${FEED}?since=2026-02-15`).buffer()
    expect(part.text.match(/<entry>/g)).toHaveLength(3)
  })

  it('answers 304 to a reader that has it', async () => {
    const { app } = await dataService({ radar: radarWith('assess') })
    const { etag } = (await request(app).get(FEED)).headers as { etag: string }
    expect((await request(app).get(FEED).set('if-none-match', etag)).status).toBe(304)
  })
})

describe('GET /openapi.json', () => {
  it('says that the feed is Atom', async () => {
    const { app } = await dataService({})
    const { body } = await request(app).get('/openapi.json')
    const { content } = body.paths[FEED].get.responses['200']
    expect(content['application/atom+xml'].schema).toEqual({ type: 'string' })
  })
})
