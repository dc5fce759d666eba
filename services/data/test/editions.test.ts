import { beforeEach, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import request from 'supertest'
import { dataService } from './data-service.ts'

const at = (ringId: string, more: object = {}) => ({ ringId, date: '2026-01-01', ...more })
const entry = (id: string, timeline: object[], more: object = {}) => ({
  id,
  title: id.toUpperCase(),
  quadrant: '1',
  description: 'Languages',
  timeline,
  ...more,
})
const radar = (entries: unknown[]) => ({
  title: 'Acme Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: ['adopt', 'trial', 'hold'].map((id) => ({ id, name: id.toUpperCase() })),
  entries,
})
const JANUARY = radar([
  entry('go', [at('trial')]),
  entry('zig', [at('trial')], { links: [] }),
  entry('perl', [at('hold')]),
  'not an entry',
  entry('rust', [at('trial')]),
])
const JUNE = radar([
  entry('go', [at('trial'), at('adopt')]),
  entry('zig', [at('trial'), at('hold', { directorate: 1 })], { description: 'Systems' }),
  entry('kotlin', [at('trial')]),
  entry('rust', [at('trial')], { url: '' }),
  entry('elm', []),
])
const EDITIONS = [
  { id: 'winter', name: 'Winter', at: '2026-02-01T00:00:00.000Z' },
  { id: 'broken', name: 'Broken', at: 'soon' },
  { id: 'summer', name: 'Summer', at: '2026-07-01T00:00:00.000Z', note: 'For the board' },
  { id: '../other', name: 'No address leads to it', at: '2026-03-01T00:00:00.000Z' },
]

type Service = Awaited<ReturnType<typeof dataService>>
let service: Service
beforeEach(async () => {
  service = await dataService({
    radar: radar([]),
    radarEditions: EDITIONS,
    directorates: [
      { id: 0, name: 'Coast', default: true },
      { id: 1, name: 'Harbour' },
    ],
  })
  await save(JANUARY, '2026-01-10T10:00:00Z')
  await save(JUNE, '2026-06-10T10:00:00Z')
})
async function save(next: ReturnType<typeof radar>, instant: string) {
  const { ref, schema } = DOCUMENTS.radar
  const clock = () => Date.parse(instant)
  await createDocument(service.store, ref, schema, { history: 'radar', clock }).change(
    () => ({ next, result: undefined }),
    { by: { actor: 'kim', email: 'kim@acme.example', action: 'change radar' } },
  )
}
const get = (path: string) => request(service.app).get(`/api/tech-radar/${path}`)

describe('GET /api/tech-radar/editions', () => {
  it('returns the readable editions, the newest first', async () => {
    expect((await get('editions')).body).toEqual({ editions: [EDITIONS[2], EDITIONS[0]] })
  })

  it('returns none before the first is created', async () => {
    const { app } = await dataService({ radar: radar([]) })
    const { body } = await request(app).get('/api/tech-radar/editions')
    expect(body).toEqual({ editions: [] })
  })
})

describe('reads of the radar with edition', () => {
  it('return the radar of its instant', async () => {
    expect((await get('json?edition=winter')).body).toEqual(JANUARY)
    expect((await get('json?edition=summer&ring=adopt')).body.entries).toEqual([JUNE.entries[0]])
    const picture = await get('svg?edition=winter')
    expect(picture.body.toString()).toContain('PERL')
    expect(picture.body.toString()).not.toContain('KOTLIN')
  })

  it.each(['json', 'svg'])(
    'of %s return 400 with at, and 404 for an unknown edition',
    async (of) => {
      const both = await get(`${of}?edition=winter&at=2026-02-01`)
      expect([both.status, both.body.error]).toEqual([400, 'edition and at exclude each other'])
      for (const id of ['spring', 'broken', 'now']) {
        expect((await get(`${of}?edition=${id}`)).status).toBe(404)
      }
    },
  )

  it('return 404 as soon as the edition is deleted', async () => {
    expect((await get('json?edition=winter')).status).toBe(200)
    await service.put('radarEditions', [])
    expect((await get('json?edition=winter')).status).toBe(404)
  })
})

describe('GET /api/tech-radar/editions/:id/difference/:other', () => {
  const named = (id: string) => ({ id, title: id.toUpperCase(), link: `/technologies/${id}` })

  it('returns the entries that are new, moved, gone or edited', async () => {
    const { body } = await get('editions/winter/difference/summer')
    expect(body).toEqual({
      from: EDITIONS[0],
      to: EDITIONS[2],
      counts: { new: 2, moved: 1, gone: 1, texts: 1 },
      new: [
        { ...named('kotlin'), ring: 'trial' },
        { ...named('elm'), ring: null },
      ],
      moved: [{ ...named('go'), from: 'trial', to: 'adopt' }],
      gone: [{ ...named('perl'), ring: 'hold' }],
      texts: [{ ...named('zig'), fields: ['description'] }],
      planTotal: 0,
      plans: [],
    })
  })

  it('compares the rings that a directorate sees', async () => {
    const { body } = await get('editions/winter/difference/summer?directorate=Harbour')
    const link = (id: string) => `/technologies/${id}?directorate=1`
    expect(body.moved).toEqual([
      { ...named('go'), link: link('go'), from: 'trial', to: 'adopt' },
      { ...named('zig'), link: link('zig'), from: 'trial', to: 'hold' },
    ])
    const unknown = await get('editions/winter/difference/now?directorate=Sea')
    expect(unknown.status).toBe(400)
  })

  it('compares with the present radar, also after an edit', async () => {
    const path = 'editions/summer/difference/now'
    expect((await get(path)).body).toMatchObject({ to: null, counts: { new: 0, gone: 0 } })
    await save(radar([]), '2026-08-01T10:00:00Z')
    expect((await get(path)).body.counts).toEqual({ new: 0, moved: 0, gone: 5, texts: 0 })
  })

  it('counts all entries and lists at most 500 of each kind', async () => {
    const many = Array.from({ length: 600 }, (_, i) => entry(`e${i}`, [at('trial')]))
    await save(radar(many), '2026-08-01T10:00:00Z')
    const { body } = await get('editions/summer/difference/now')
    expect([body.counts.new, body.new.length]).toEqual([600, 500])
  })

  it('returns 404 for an unknown edition', async () => {
    expect((await get('editions/spring/difference/now')).status).toBe(404)
    expect((await get('editions/winter/difference/spring')).status).toBe(404)
    expect((await get('editions/now/difference/winter')).status).toBe(404)
  })
})

describe('GET /editions/:id', () => {
  const page = async (path: string) => {
    const { status, text } = await request(service.app).get(path)
    return { status, text: text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' '), html: text }
  }

  it('shows the changes since the edition before it', async () => {
    const { status, text, html } = await page('/editions/summer')
    expect(status).toBe(200)
    expect(text).toContain('Since Winter (1 February 2026): 2 new, 1 moved, 1 gone, 1 edited')
    expect(text).toContain('For the board')
    expect(text).toContain('GO: TRIAL → ADOPT')
    expect(text).toContain('PERL: was HOLD')
    expect(text).toContain('ELM: without a ring')
    expect(text).toContain('ZIG: description')
    expect(html).toContain('href="/technologies/go"')
    expect(html).toContain('/api/tech-radar/svg?edition=summer')
  })

  it('compares with another edition and the rings of a directorate', async () => {
    const { text, html } = await page('/editions/now?since=winter&directorate=1')
    expect(text).toContain('Since Winter (1 February 2026): 2 new, 2 moved')
    expect(text).toContain('ZIG: TRIAL → HOLD')
    expect(html).toContain('/editions/now?directorate=1&#38;since=summer"')
    expect((await page('/editions/now?since=&directorate=')).text).toContain('nothing changed')
  })

  it('offers the changes since earlier editions only', async () => {
    expect((await page('/editions/summer')).html).toContain('/editions/summer?since=winter')
    const { html } = await page('/editions/winter')
    expect(html).toContain('href="/editions"')
    expect(html).not.toContain('since=summer')
  })

  it('names no changes when no earlier edition exists', async () => {
    expect((await page('/editions/winter')).text).toContain('No earlier edition to compare with')
    await service.put('radarEditions', [])
    expect((await page('/editions/now')).text).toContain('No earlier edition to compare with')
  })

  it('names an edition that the history does not reach, and shows the others', async () => {
    const lost = { id: 'lost', name: 'Lost', at: '2025-01-01T00:00:00.000Z' }
    await service.put('radarEditions', [...EDITIONS, lost])
    const later = await page('/editions/winter')
    expect(later.status).toBe(200)
    expect(later.text).toContain('The history does not reach back to Lost')
    expect(later.html).toContain('/api/tech-radar/svg?edition=winter')
    const own = await page('/editions/lost?since=winter')
    expect(own.status).toBe(200)
    expect(own.text).toContain('The history does not reach back to this edition')
    expect(own.html).not.toContain('/api/tech-radar/svg?edition=lost')
    expect((await get('json?edition=lost')).status).toBe(404)
  })

  it('escapes names, counts entries that it omits, and stays below 150 KB', async () => {
    const [, , ...rest] = EDITIONS
    const names = Array.from({ length: 199 }, (_, i) => {
      return { ...EDITIONS[0]!, id: `winter-${i}`, name: `<b>Winter ${i} ${'w'.repeat(80)}` }
    })
    await service.put('radarEditions', [...names, ...rest])
    const long = 'entry with a long title '.repeat(8)
    const many = Array.from({ length: 600 }, (_, i) =>
      entry(`e${i}`, [at('trial')], { title: `${long}${i}` }),
    )
    await save(radar(many), '2026-08-01T10:00:00Z')
    const { text, html } = await page('/editions/now?since=summer')
    expect(text).toContain('All 600 entries as JSON')
    expect(html).not.toContain('<b>Winter')
    expect(Buffer.byteLength(html)).toBeLessThan(150_000)
  })

  it('returns a page of all editions, the newest first', async () => {
    const { text, html } = await page('/editions?directorate=1')
    expect(text).toMatch(/The radar now .*Summer .*For the board .*Winter /)
    expect(html).toContain('href="/editions/winter?directorate=1"')
    await service.put('radarEditions', [])
    expect((await page('/editions')).text).toContain('No edition is named yet.')
  })

  it('returns 404 for an unknown edition', async () => {
    expect((await page('/editions/spring')).status).toBe(404)
    expect((await page('/editions/winter?since=spring')).status).toBe(404)
  })
})
