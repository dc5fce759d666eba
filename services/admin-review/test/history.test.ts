import { beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore, StoreUnavailable, type ObjectStore } from '@landscape/store'
import { ADMIN, harness, NOBODY, REVIEWER, type Harness } from './harness.ts'
import { entry, item, radar } from './radar-data.ts'

const ALL = '/admin/api/history'
const OF_RADAR = '/review/api/history'
const OLD_ID = '/zig/description'

interface ShownChange {
  id: string
  at: string
  document: string
  summary: string
  operations: { op: string; path: string; before?: unknown; after?: unknown }[]
  undoneBy: string | null
}

let h: Harness
beforeEach(() => {
  h = harness()
})

const project = (name: string, language: string) => ({
  details: [{ name }],
  architecture: { languages: { main: [language], others: [] } },
})

/** Edits each document once: a reviewer the radar; then an administrator lists, a banner and projects. */
async function editAll(): Promise<void> {
  await h.seed('radar', radar())
  await h.seed('arrayData', { languages: [] })
  await h.seed('banners', { messages: [] })
  await h.seed('projects', { projects: [project('Tides', 'Go'), project('Charts', 'Rust')] })
  const renamed = { ...radar(), entries: [entry('zig', { description: 'new' })] }
  const edits = [
    await h.post('/review/api/tech-radar/update', renamed, { as: REVIEWER }),
    await h.post('/admin/api/array-data/update', { category: 'languages', items: ['Zig'] }),
    await h.post('/admin/api/banners/update', { banner: { message: 'Hello', pages: ['radar'] } }),
    await h.post('/admin/api/normalise/technology', { from: 'Go', to: 'Golang' }),
  ]
  expect(edits.map(({ status }) => status)).toEqual([200, 200, 200, 200])
}

/** The changes of a page. */
async function changes(query = '', path = ALL, as = ADMIN): Promise<ShownChange[]> {
  const { status, body } = await h.get(path + query, { as })
  expect([status, body.error]).toEqual([200, undefined])
  return body.changes as ShownChange[]
}
const documentsIn = (found: ShownChange[]) => found.map(({ document }) => document)

describe('GET /admin/api/history', () => {
  it('returns the changes of all documents, newest first, with values and authors', async () => {
    await editAll()
    const { status, body, headers } = await h.get(ALL)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(documentsIn(body.changes)).toEqual(['projects', 'banners', 'lists', 'radar'])
    expect(body.next).toBeNull()
    expect(body.changes[3]).toEqual({
      id: 'radar-1-1',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      document: 'radar',
      actor: { email: REVIEWER.email },
      action: 'review radar',
      requestId: expect.any(String),
      subjects: ['zig'],
      summary: 'ZIG: description',
      operations: [
        { op: 'replace', path: '/entries/zig/description', before: 'Languages', after: 'new' },
      ],
      undoes: null,
      undoneBy: null,
    })
    expect(body.changes[0]).toMatchObject({
      action: 'normalise technology',
      subjects: ['Tides'],
      operations: [
        { op: 'remove', path: '/projects/Tides/architecture/languages/main/Go', before: 'Go' },
        { op: 'add', path: '/projects/Tides/architecture/languages/main/Golang', after: 'Golang' },
      ],
    })
  })

  it('returns an empty array before the first change', async () => {
    await h.seed('radar', radar())
    expect((await h.get(ALL)).body).toEqual({ changes: [], next: null })
  })

  it('returns 304 for the ETag of the page', async () => {
    await editAll()
    const { etag } = (await h.get(ALL)).headers as { etag: string }
    expect((await h.get(ALL, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('filters changes by document, subject and actor', async () => {
    await editAll()
    expect(documentsIn(await changes('?document=lists'))).toEqual(['lists'])
    expect(documentsIn(await changes('?subject=zig'))).toEqual(['radar'])
    expect(documentsIn(await changes('?subject=languages'))).toEqual(['lists'])
    expect(documentsIn(await changes('?actor=RUI@acme.example'))).toEqual(['radar'])
    expect(documentsIn(await changes('?actor=ada@acme.example&document=radar'))).toEqual([])
  })

  it.each([
    ['part of an id', 'tech-17', 'update radar'],
    ['part of a title, in another case', 'kOTLI', 'update radar'],
    ['a former title', 'jetlang', 'update radar'],
    ['part of a name', 'arb', 'normalise technology'],
    ['a category', 'LANGUAGES', 'replace list'],
    ['part of a message', 'on frid', 'add banner'],
    ['the title of a banner', 'planned work', 'add banner'],
    ['a title between spaces', ' kotlin ', 'update radar'],
  ])('finds subjects by %s', async (_name, subject, action) => {
    const found = entry('tech-1765880000000', { title: 'Jetlang' })
    const many = ['a', 'b', 'c', 'd'].map((id) => entry(id))
    await h.seed('radar', radar([...many, found]))
    await h.seed('arrayData', { languages: [] })
    await h.seed('banners', { messages: [] })
    await h.seed('projects', { projects: [project('Harbour', 'Go')] })
    const changed = many.map((one) => ({ ...one, description: 'new' }))
    const renamed = { ...found, title: 'Kotlin' }
    const banner = { title: 'Planned work', message: 'Read-only on Friday', pages: ['radar'] }
    const edits = [
      await h.post('/admin/api/tech-radar/update', { entries: [...changed, renamed] }),
      await h.post('/admin/api/array-data/update', { category: 'languages', items: ['Zig'] }),
      await h.post('/admin/api/banners/update', { banner }),
      await h.post('/admin/api/normalise/technology', { from: 'Go', to: 'Golang' }),
    ]
    expect(edits.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body } = await h.get(`${ALL}?subject=${encodeURIComponent(subject)}`)
    expect(body.changes.map((one: { action: string }) => one.action)).toEqual([action])
    expect(body.next).toBeNull()
  })

  it('finds nothing by other words of a summary', async () => {
    await editAll()
    expect(await changes('?subject=description')).toEqual([])
    expect(await changes('?subject=added')).toEqual([])
  })

  it('returns changes between two instants, inclusive', async () => {
    await editAll()
    const all = await changes()
    const [newest, , , oldest] = all
    expect(await changes(`?since=${newest!.at}`)).toContainEqual(newest)
    expect(await changes(`?until=${oldest!.at}`)).toContainEqual(oldest)
    expect(await changes(`?since=${oldest!.at}&until=${newest!.at}`)).toEqual(all)
    expect(await changes('?since=2999-01-01')).toEqual([])
    expect(await changes('?until=2000-01-01T00:00:00Z')).toEqual([])
  })

  it('pages through the changes of all documents', async () => {
    await editAll()
    const found: string[] = []
    let query = '?limit=1'
    for (let page = 0; page < 4; page++) {
      const { body } = await h.get(ALL + query)
      found.push(...documentsIn(body.changes))
      query = `?limit=1&cursor=${body.next}`
    }
    expect(found).toEqual(['projects', 'banners', 'lists', 'radar'])
    expect(query).toBe('?limit=1&cursor=null')
  })

  it('returns a change of ten thousand operations, and the others on the next page', async () => {
    const lists = Array.from({ length: 10_000 }, (_, i) => `${'x'.repeat(400)} ${i}`)
    await h.seed('arrayData', { a: [] })
    await h.post('/admin/api/array-data/update', { category: 'a', items: ['first'] })
    await h.post('/admin/api/array-data/update', { category: 'a', items: ['first', ...lists] })
    const { body } = await h.get(ALL)
    expect(body.changes).toHaveLength(1)
    expect(body.changes[0].operations).toHaveLength(10_000)
    expect(await changes(`?cursor=${body.next}`)).toHaveLength(1)
  })

  it.each([
    ['document=everything', 'Unknown document'],
    ['document=radar&document=lists', 'Unknown document'],
    ['subject=a&subject=b', 'Invalid subject'],
    ['actor=a&actor=b', 'Invalid actor'],
    [`subject=${'x'.repeat(10_001)}`, 'subject may have at most 10,000 characters'],
    [`actor=${'x'.repeat(321)}`, 'actor may have at most 320 characters'],
    ['since=yesterday', 'Invalid instant'],
    ['until=2026-13-01', 'Invalid instant'],
    ['limit=0', 'limit must be an integer from 1 to 200'],
    ['limit=201', 'limit must be an integer from 1 to 200'],
    ['limit=ten', 'limit must be an integer from 1 to 200'],
    ['cursor=abc', 'Invalid cursor'],
  ])('rejects %s', async (query, error) => {
    const { status, body } = await h.get(`${ALL}?${query}`)
    expect([status, body.error]).toEqual([400, error])
  })
})

describe('GET /review/api/history', () => {
  it('returns only changes of the radar', async () => {
    await editAll()
    expect(documentsIn(await changes('', OF_RADAR, REVIEWER))).toEqual(['radar'])
    expect(documentsIn(await changes('', OF_RADAR))).toEqual(['radar'])
    const other = await h.get(`${OF_RADAR}?document=projects`, { as: REVIEWER })
    expect([other.status, other.body.error]).toEqual([400, 'Unknown document'])
  })

  it('returns only the radar for the cursor of an administrator', async () => {
    await editAll()
    const { body } = await h.get(`${ALL}?limit=1`)
    expect(documentsIn(await changes(`?cursor=${body.next}`, OF_RADAR, REVIEWER))).toEqual([
      'radar',
    ])
  })

  it('returns 404 for changes of other documents, read or undone', async () => {
    await editAll()
    for (const { id, document } of await changes()) {
      if (document === 'radar') continue
      const before = await h.stored('banners')
      const responses = [
        await h.get(`${OF_RADAR}/${id}`, { as: REVIEWER }),
        await h.post(`${OF_RADAR}/${id}/undo`, {}, { as: REVIEWER }),
      ]
      for (const { status, body } of responses) {
        expect([status, body.error]).toEqual([404, 'Change not found'])
      }
      expect(await h.stored('banners')).toEqual(before)
    }
  })
})

describe('access to the history', () => {
  it.each([
    ['get', ALL, REVIEWER],
    ['get', `${ALL}/radar-1-1`, REVIEWER],
    ['post', `${ALL}/radar-1-1/undo`, REVIEWER],
    ['get', '/admin/api/documents/radar?at=2026-01-01', REVIEWER],
    ['get', OF_RADAR, NOBODY],
    ['get', `${OF_RADAR}/radar-1-1`, NOBODY],
    ['post', `${OF_RADAR}/radar-1-1/undo`, NOBODY],
  ] as const)('%s %s rejects callers without the group', async (method, path, as) => {
    await editAll()
    const send = (caller: typeof as | null) =>
      method === 'get' ? h.get(path, { as: caller }) : h.post(path, {}, { as: caller })
    expect((await send(as)).status).toBe(403)
    expect((await send(null)).status).toBe(401)
    expect(await changes()).toHaveLength(4)
  })
})

describe.each([
  [ALL, ADMIN],
  [OF_RADAR, REVIEWER],
])('GET %s/{id}', (path, as) => {
  it('returns the change as the list does', async () => {
    await editAll()
    const [change] = await changes('', OF_RADAR)
    const { status, body } = await h.get(`${path}/${change!.id}`, { as })
    expect([status, body]).toEqual([200, change])
  })

  it.each(['radar-2-1', 'radar-1-2', 'radar-1', 'nothing', 'radar-1-1-1', OLD_ID])(
    'returns 404 for %s',
    async (id) => {
      await editAll()
      const { status, body } = await h.get(`${path}/${encodeURIComponent(id)}`, { as })
      expect([status, body.error]).toEqual([404, 'Change not found'])
    },
  )
})

describe.each([
  [ALL, ADMIN],
  [OF_RADAR, REVIEWER],
])('POST %s/{id}/undo', (path, as) => {
  const undo = (id: string, body: object | string = {}) =>
    h.post(`${path}/${id}/undo`, body, { as })

  it('reverts the change and records an undo that can be undone', async () => {
    await editAll()
    const { status, body } = await undo('radar-1-1')
    expect([status, body.message]).toEqual([200, 'Change undone successfully'])
    expect(body.change).toMatchObject({
      id: 'radar-2-1',
      actor: { email: as.email },
      action: 'undo',
      undoes: 'radar-1-1',
      operations: [
        { op: 'replace', path: '/entries/zig/description', before: 'new', after: 'Languages' },
      ],
    })
    expect(await h.stored('radar')).toEqual(radar())
    expect((await h.get(`${path}/radar-1-1`, { as })).body.undoneBy).toBe('radar-2-1')
    expect((await undo('radar-2-1')).status).toBe(200)
    expect((await h.get(`${path}/radar-1-1`, { as })).body.undoneBy).toBeNull()
  })

  it('undoes the change without a body', async () => {
    await editAll()
    expect((await undo('radar-1-1', '')).status).toBe(200)
    expect(await h.stored('radar')).toEqual(radar())
  })

  it('keeps later changes', async () => {
    await editAll()
    const now = (await h.stored('radar')) as ReturnType<typeof radar>
    const more = { ...now, entries: [...now.entries, entry('go')] }
    await h.post('/admin/api/tech-radar/update', more)
    expect((await undo('radar-1-1')).status).toBe(200)
    expect(await h.stored('radar')).toEqual({ ...radar(), entries: [entry('zig'), entry('go')] })
  })

  it('returns the operations of a dry run and stores nothing', async () => {
    await editAll()
    const before = await h.stored('radar')
    const { status, body } = await undo('radar-1-1', { dryRun: true })
    expect([status, body.message, body.dryRun]).toEqual([200, 'This would undo the change', true])
    expect(body.change).toMatchObject({
      id: null,
      at: null,
      undoes: 'radar-1-1',
      operations: [{ op: 'replace', path: '/entries/zig/description', after: 'Languages' }],
    })
    expect(await h.stored('radar')).toEqual(before)
    expect(await changes()).toHaveLength(4)
  })

  it.each([{}, { dryRun: true }])('rejects a change that is already undone (%j)', async (body) => {
    await editAll()
    await undo('radar-1-1')
    const second = await undo('radar-1-1', body)
    expect([second.status, second.body.error]).toEqual([409, 'Change is undone already'])
  })

  it.each([{}, { dryRun: true }])(
    'reports the paths and ids of conflicting later changes (%j)',
    async (body) => {
      await editAll()
      const newer = { ...radar(), entries: [entry('zig', { description: 'newer' })] }
      await h.post('/admin/api/tech-radar/update', newer)
      const rejected = await undo('radar-1-1', body)
      expect(rejected.status).toBe(409)
      expect(rejected.body).toMatchObject({
        error: 'Later changes touch the same places',
        conflicts: [{ path: '/entries/zig/description', changes: ['radar-2-1'] }],
      })
      expect(await h.stored('radar')).toMatchObject({ entries: [{ description: 'newer' }] })
    },
  )

  it('returns 404 for an unknown change', async () => {
    await editAll()
    const { status, body } = await undo('radar-7-1')
    expect([status, body.error]).toEqual([404, 'Change not found'])
  })

  it.each([
    [{ dryrun: true }, 'Unknown member: dryrun'],
    [{ dryRun: true, force: true }, 'Unknown member: force'],
    [{ dryRun: 'yes' }, 'dryRun is true or false'],
    ['[]', 'Invalid undo'],
    ['null', 'Invalid undo'],
    ['{', expect.any(String)],
  ])('rejects the body %j and undoes nothing', async (body, error) => {
    await editAll()
    const response = await undo('radar-1-1', body)
    expect([response.status, response.body.error]).toEqual([400, error])
    expect(await changes()).toHaveLength(4)
  })

  it('accepts one of many concurrent undos', async () => {
    await editAll()
    const responses = await Promise.all(Array.from({ length: 8 }, () => undo('radar-1-1')))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
  })
})

describe('POST /admin/api/history/{id}/undo', () => {
  it('undoes changes of every document', async () => {
    await editAll()
    for (const { id } of await changes()) {
      expect((await h.post(`${ALL}/${id}/undo`, {})).status).toBe(200)
    }
    expect(await h.stored('radar')).toEqual(radar())
    expect(await h.stored('arrayData')).toEqual({ languages: [] })
    expect(await h.stored('banners')).toEqual({ messages: [] })
    expect(await h.stored('projects')).toEqual({
      projects: [project('Tides', 'Go'), project('Charts', 'Rust')],
    })
  })
})

describe('GET /admin/api/documents/{document}', () => {
  const at = (document: string, instant: string) =>
    h.get(`/admin/api/documents/${document}?at=${encodeURIComponent(instant)}`)

  it('returns the document as it was at the instant', async () => {
    await editAll()
    const later = { ...radar(), entries: [entry('zig', { timeline: [item('other')] })] }
    await h.post('/admin/api/tech-radar/update', later)
    const [, edit] = await changes('', OF_RADAR)
    const { status, body } = await at('radar', edit!.at)
    expect(status).toBe(200)
    expect(body).toEqual({ ...radar(), entries: [entry('zig', { description: 'new' })] })
    expect((await at('lists', '2999-01-01')).body).toEqual({ languages: ['Zig'] })
  })

  it('returns 404 for an instant before the first change', async () => {
    await editAll()
    const { status, body } = await at('radar', '2020-01-01T00:00:00.000Z')
    expect([status, body.error]).toEqual([404, 'No version at that time'])
  })

  it.each(['', 'now', '2026-02-30', '2026-01-01T25:00Z'])(
    'rejects the instant "%s"',
    async (text) => {
      const { status, body } = await at('radar', text)
      expect([status, body.error]).toEqual([400, 'Invalid instant'])
    },
  )

  it('rejects a missing instant and documents without history', async () => {
    const none = await h.get('/admin/api/documents/radar')
    expect([none.status, none.body.error]).toEqual([400, 'Invalid instant'])
    const other = await at('seats', '2026-01-01')
    expect([other.status, other.body.error]).toEqual([400, 'Unknown document'])
  })
})

describe('the history while the store is unavailable', () => {
  it.each([
    ['get', ALL],
    ['get', `${ALL}/radar-1-1`],
    ['get', '/admin/api/documents/radar?at=2999-01-01'],
    ['post', `${ALL}/radar-1-1/undo`],
  ] as const)('%s %s returns 503 with Retry-After', async (method, path) => {
    const real = createEmbeddedStore(':memory:')
    h = harness(real)
    await editAll()
    const unavailable = async () => {
      throw new StoreUnavailable('connection refused by kim@acme.example')
    }
    // The document is readable, its history is not.
    const store: ObjectStore = {
      ...real,
      get: (ref, ...args) =>
        ref.key.startsWith('history/') ? unavailable() : real.get(ref, ...args),
      list: unavailable,
    }
    const broken = harness(store)
    const response = method === 'get' ? await broken.get(path) : await broken.post(path, {})
    expect([response.status, response.headers['retry-after']]).toEqual([503, '5'])
    expect(response.text).not.toContain('refused')
  })
})

describe('an undo of a replaced radar', () => {
  it('restores the former bytes, authors included', async () => {
    const authors = ['ada', 'bo', 'cy'].map((name) => `${name}@acme.example`)
    const entries = Array.from({ length: 30 }, (_, i) =>
      entry(`tech-${i}`, {
        timeline: [item('first', { author: authors[i % 3] }), item('second', { author: null })],
      }),
    )
    await h.seed('radar', radar(entries))
    const before = await h.stored('radar')
    const wrong = radar(entries.slice(0, 2))
    expect((await h.post('/admin/api/tech-radar/update', wrong)).status).toBe(200)
    expect((await h.stored('radar')) as object).toHaveProperty('entries.length', 2)
    const [change] = await changes()
    expect((await h.post(`${ALL}/${change!.id}/undo`, {})).status).toBe(200)
    expect(JSON.stringify(await h.stored('radar'))).toBe(JSON.stringify(before))
  })
})
