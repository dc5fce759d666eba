import { beforeEach, describe, expect, it } from '@jest/globals'
import { REVIEWER, harness, type Harness } from './harness.ts'
import { ALL, OF_RADAR, changes, editAll, project, type ShownChange } from './history-edits.ts'
import { entry, radar } from './radar-data.ts'

let h: Harness
beforeEach(() => {
  h = harness()
})

const documentsIn = (found: ShownChange[]) => found.map(({ document }) => document)

describe('GET /admin/api/history', () => {
  it('returns the changes of all documents, newest first, with values and authors', async () => {
    await editAll(h)
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

  it('filters changes by document, subject and actor', async () => {
    await editAll(h)
    expect(documentsIn(await changes(h, '?document=lists'))).toEqual(['lists'])
    expect(documentsIn(await changes(h, '?subject=zig'))).toEqual(['radar'])
    expect(documentsIn(await changes(h, '?subject=languages'))).toEqual(['lists'])
    expect(documentsIn(await changes(h, '?actor=RUI@acme.example'))).toEqual(['radar'])
    expect(documentsIn(await changes(h, '?actor=ada@acme.example&document=radar'))).toEqual([])
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
    await editAll(h)
    expect(await changes(h, '?subject=description')).toEqual([])
    expect(await changes(h, '?subject=added')).toEqual([])
  })

  it('returns changes between two instants, inclusive', async () => {
    await editAll(h)
    const all = await changes(h)
    const [newest, , , oldest] = all
    expect(await changes(h, `?since=${newest!.at}`)).toContainEqual(newest)
    expect(await changes(h, `?until=${oldest!.at}`)).toContainEqual(oldest)
    expect(await changes(h, `?since=${oldest!.at}&until=${newest!.at}`)).toEqual(all)
    expect(await changes(h, '?since=2999-01-01')).toEqual([])
    expect(await changes(h, '?until=2000-01-01T00:00:00Z')).toEqual([])
  })

  it('pages through the changes of all documents', async () => {
    await editAll(h)
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

  it('returns a change above the maximum page size, and the others on the next page', async () => {
    const ids = Array.from({ length: 90 }, (_, i) => `e${i}`)
    await h.seed('radar', radar(ids.map((id) => entry(id))))
    await h.post('/admin/api/tech-radar/update', { entries: [entry('zed')] })
    const description = 'x'.repeat(50_000)
    await h.post('/admin/api/tech-radar/update', {
      entries: ids.map((id) => entry(id, { description })),
    })
    const { body } = await h.get(ALL)
    expect(body.changes).toHaveLength(1)
    expect(body.changes[0].operations).toHaveLength(90)
    expect(await changes(h, `?cursor=${body.next}`)).toHaveLength(1)
  })

  it.each([
    ['document=everything', 'Unknown document'],
    ['document=radar&document=lists', 'document is given more than once'],
    ['subject=a&subject=b', 'subject is given more than once'],
    ['actor=a&actor=b', 'actor is given more than once'],
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
    await editAll(h)
    expect(documentsIn(await changes(h, '', OF_RADAR, REVIEWER))).toEqual(['radar'])
    expect(documentsIn(await changes(h, '', OF_RADAR))).toEqual(['radar'])
    const other = await h.get(`${OF_RADAR}?document=projects`, { as: REVIEWER })
    expect([other.status, other.body.error]).toEqual([400, 'Unknown document'])
  })

  it('returns only the radar for the cursor of an administrator', async () => {
    await editAll(h)
    const { body } = await h.get(`${ALL}?limit=1`)
    expect(documentsIn(await changes(h, `?cursor=${body.next}`, OF_RADAR, REVIEWER))).toEqual([
      'radar',
    ])
  })

  it('returns 404 for changes of other documents, read or undone', async () => {
    await editAll(h)
    for (const { id, document } of await changes(h)) {
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
