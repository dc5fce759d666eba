import { describe, expect, it } from '@jest/globals'
import { project, service } from './technology-service.ts'

const position = (ringId: string, date: string, directorate?: number | string) => ({
  moved: 0,
  ringId,
  date,
  description: '',
  ...(directorate !== undefined && { directorate }),
})
const RADAR = {
  title: 'Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: ['adopt', 'trial', 'hold'].map((id) => ({ id, name: id.toUpperCase() })),
  entries: [
    {
      id: 'zig',
      title: 'Zig',
      quadrant: '1',
      timeline: [
        position('trial', '2024-01-01'),
        position('adopt', '2025-01-01', 0),
        position('hold', '2026-01-01', 'harbour'),
      ],
    },
    { id: 'go', title: 'Go', quadrant: '1', timeline: [position('hold', '2023-01-01')] },
  ],
}
const DIRECTORATES = [
  { id: 0, name: 'Coast', default: true, enabled: true },
  { id: 1, name: 'Harbour', default: false, enabled: true },
  { id: 2, name: 'Fleet', default: false, enabled: false },
]
const landscape = () =>
  service({
    radar: RADAR,
    directorates: DIRECTORATES,
    projects: { projects: [project('Tides', ['Zig']), project('Berths', ['Zig', 'Go'])] },
  })

describe('rings of a directorate', () => {
  it.each([
    ['', 'adopt', '2025-01-01'],
    ['?directorate=0', 'adopt', '2025-01-01'],
    ['?directorate=1', 'hold', '2026-01-01'],
    ['?directorate=HARBOUR', 'hold', '2026-01-01'],
    ['?directorate=Fleet', 'adopt', '2025-01-01'],
  ])('GET /api/technologies/zig%s is in %s since %s', async (query, ring, since) => {
    const { get } = await landscape()
    const { body } = await get(`/api/technologies/zig${query}`)
    expect(body.radar).toMatchObject({ ring: { id: ring }, since })
    expect(body.rings).toEqual([
      {
        directorate: { id: 0, name: 'Coast' },
        ring: { id: 'adopt', name: 'ADOPT' },
        since: '2025-01-01',
      },
      {
        directorate: { id: 1, name: 'Harbour' },
        ring: { id: 'hold', name: 'HOLD' },
        since: '2026-01-01',
      },
    ])
  })

  it.each([
    ['', ['Go']],
    ['&directorate=1', ['Go', 'Zig']],
  ])('GET /api/technologies?ring=hold%s lists %j', async (query, names) => {
    const { get } = await landscape()
    const { body } = await get(`/api/technologies?ring=hold${query}`)
    expect(body.technologies.map(({ name }: { name: string }) => name)).toEqual(names)
  })

  it.each([
    ['', ['Go']],
    ['&directorate=1', ['Zig', 'Go']],
  ])('GET /api/drift?kind=on-hold-in-use%s finds %j', async (query, names) => {
    const { get } = await landscape()
    const { body } = await get(`/api/drift?kind=on-hold-in-use${query}`)
    expect(body.findings.map(({ technology }: { technology: string }) => technology)).toEqual(names)
  })

  it.each([
    ['', ['go']],
    ['&directorate=1', ['zig', 'go']],
    ['&directorate=2', ['go']],
  ])('GET /api/tech-radar/json?ring=hold%s returns the entries %j', async (query, ids) => {
    const { get } = await landscape()
    const { body } = await get(`/api/tech-radar/json?ring=hold${query}`)
    expect(body.entries.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(body.entries.at(-1)).toEqual(RADAR.entries.at(-1))
  })

  it('GET /api/tech-radar/json?ring= has another ETag when the directorates change', async () => {
    const { get, put } = await landscape()
    const tag = async () => (await get('/api/tech-radar/json?ring=hold')).headers['etag']
    const before = await tag()
    await put('directorates', [{ ...DIRECTORATES[1], default: true }])
    expect(await tag()).not.toBe(before)
  })

  it('GET /api/tech-radar/json without a ring returns all positions', async () => {
    const { get } = await landscape()
    expect((await get('/api/tech-radar/json?directorate=9')).body).toEqual(RADAR)
  })

  it.each([
    ['', ['zig: trial → adopt (Coast)', 'zig: null → trial (Coast)', 'go: null → hold (Coast)']],
    [
      '?directorate=1',
      [
        'zig: adopt → hold (Harbour)',
        'zig: trial → adopt (Coast)',
        'zig: null → trial (Coast)',
        'go: null → hold (Coast)',
      ],
    ],
  ])('GET /api/tech-radar/changes%s returns %j', async (query, moves) => {
    const { get } = await landscape()
    const { body } = await get(`/api/tech-radar/changes${query}`)
    expect(
      body.changes.map(
        ({
          id,
          from,
          to,
          directorate,
        }: Record<'id' | 'from' | 'to', string> & { directorate: { name: string } }) =>
          `${id}: ${from} → ${to} (${directorate.name})`,
      ),
    ).toEqual(moves)
  })

  it('GET /api/tech-radar/feed.atom names the directorate, and GET /api/tech-radar/svg draws its rings', async () => {
    const { get } = await landscape()
    const feed = await get('/api/tech-radar/feed.atom?directorate=harbour')
    expect(feed.text).toContain('Zig: ADOPT → HOLD')
    expect(feed.text).toContain('<title>Radar: Harbour</title>')
    const drawn = await get('/api/tech-radar/svg?directorate=1')
    expect(String(drawn.body)).toContain('Zig, HOLD')
    expect(String(drawn.body)).toContain('href="/technologies/zig?directorate=1"')
    expect(String((await get('/api/tech-radar/svg')).body)).toContain('Zig, ADOPT')
  })

  it.each([
    ['', 'adopt', '/technologies/zig'],
    ['&directorate=1', 'hold', '/technologies/zig?directorate=1'],
  ])('GET /api/search?q=zig%s returns the ring %s', async (query, ring, link) => {
    const { get } = await landscape()
    const { body } = await get(`/api/search?q=zig${query}`)
    expect(body.results).toMatchObject([{ title: 'Zig', ring, link, projects: 2 }])
  })

  it.each([
    '/api/technologies',
    '/api/technologies/zig',
    '/api/drift',
    '/api/search?q=zig',
    '/api/tech-radar/json?ring=hold',
    '/api/tech-radar/changes',
    '/api/tech-radar/feed.atom',
    '/api/tech-radar/svg',
    '/technologies',
    '/technologies/zig',
    '/drift',
    '/search?q=zig',
  ])('GET %s rejects an unknown directorate, and lists the enabled ones', async (path) => {
    const { get } = await landscape()
    const { status, body } = await get(`${path}${path.includes('?') ? '&' : '?'}directorate=Air`)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: 'Unknown directorate: directorates are 0 (Coast), 1 (Harbour)',
    })
  })
})

describe('pages', () => {
  it.each(['/technologies', '/technologies/zig', '/drift', '/search?q=zig'])(
    '%s offers the directorates, and keeps the one of the request in its links',
    async (path) => {
      const { get } = await landscape()
      const { text } = await get(`${path}${path.includes('?') ? '&' : '?'}directorate=Harbour`)
      expect(text).toMatch(/<option value="1"\s+selected>\s*Harbour/)
      expect(text).toContain('href="/technologies?directorate=1"')
      const links = [...text.matchAll(/href="(\/technologies\/[^"]*)"/g)].map(([, href]) => href)
      expect(links.filter((href) => !href?.includes('directorate=1'))).toEqual([])
    },
  )

  it('offers no choice of one directorate', async () => {
    const { get } = await service({ radar: RADAR, directorates: DIRECTORATES.slice(0, 1) })
    expect((await get('/technologies')).text).not.toContain('name="directorate"')
  })

  it('shows the default directorate for the empty field of a form', async () => {
    const { get } = await landscape()
    expect((await get('/technologies?directorate=')).text).toMatch(
      /<option value=""\s+selected>\s*Coast/,
    )
  })
})
