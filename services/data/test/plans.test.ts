import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { dataService, NOW } from './data-service.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const position = (ringId: string, date: string, directorate?: number) => {
  return { moved: 0, ringId, date, description: `To ${ringId}`, directorate }
}
const entry = (title: string, ...timeline: object[]) => {
  return { id: title.toLowerCase(), title, quadrant: '1', timeline }
}
const RADAR = {
  title: 'Radar',
  quadrants: [{ id: '1', name: 'Tools' }],
  rings: ['adopt', 'trial', 'hold'].map((id) => ({ id, name: id.toUpperCase() })),
  entries: [
    entry(
      'Jenkins',
      position('trial', '2024-01-01'),
      position('hold', '2027-03-01'),
      position('adopt', '2026-12-01', 1),
    ),
    entry('Zig', position('trial', '2026-09-01')),
    // A later position in the same ring will be a review.
    entry('Deno', position('trial', '2025-01-01'), position('trial', '2027-02-01')),
    entry('Go', position('hold', '2027-01-01'), position('adopt', '2025-01-01')),
  ],
}
const project = (name: string, programme: string, stage = '') => ({
  details: [{ name, programme_name: programme }],
  architecture: { cicd: { main: ['Jenkins'], others: [] } },
  stage,
})
const DOCUMENTS = {
  radar: RADAR,
  directorates: [
    { id: 0, name: 'Coast', default: true, enabled: true },
    { id: 1, name: 'Harbour', enabled: true },
  ],
  projects: {
    projects: [project('A', 'Tides'), project('B', 'Berths'), project('C', 'Tides', 'Retired')],
  },
}

async function service(days = 0) {
  const { app } = await dataService(DOCUMENTS, { now: () => NOW + days * DAY_MS })
  return async (path: string) => await request(app).get(path).expect(200)
}
/** The service over a radar that gained an entry yesterday, with an edition of the day before. */
async function serviceWithHistory() {
  const { radar: _, ...others } = DOCUMENTS
  const at = new Date(NOW - 2 * DAY_MS).toISOString()
  const radarEditions = [{ id: 'may', name: 'May', at }]
  const { app, store } = await dataService({ ...others, radarEditions })
  const logger = createLogger({ service: 'data', level: 'fatal' })
  const stored = { ...RADAR, entries: RADAR.entries.filter(({ title }) => title !== 'Zig') }
  for (const [days, next] of [[3, stored] as const, [1, RADAR] as const]) {
    const { radar } = openDocuments(store, ['radar'], { logger, clock: () => NOW - days * DAY_MS })
    await radar.change(() => ({ next, result: undefined }), { by: { actor: 'a', action: 'b' } })
  }
  return async (path: string) => await request(app).get(path).expect(200)
}
const lineOf = ({ date, title, from, to }: Record<string, string>) =>
  `${date} ${title}: ${from} → ${to}`

describe('GET /api/tech-radar/plans', () => {
  it.each([
    ['', ['2026-09-01 Zig: null → trial', '2027-03-01 Jenkins: trial → hold']],
    ['?sort=-title', ['2026-09-01 Zig: null → trial', '2027-03-01 Jenkins: trial → hold']],
    ['?directorate=1', ['2026-09-01 Zig: null → trial', '2026-12-01 Jenkins: trial → adopt']],
    ['?limit=1', ['2026-09-01 Zig: null → trial']],
  ])('returns the plans of a directorate: %s', async (query, lines) => {
    const { body } = await (await service())(`/api/tech-radar/plans${query}`)
    expect(body.plans.map(lineOf)).toEqual(lines)
    expect(body.total).toBe(2)
  })

  it('returns CSV, and the next page', async () => {
    const get = await service()
    const { text } = await get('/api/tech-radar/plans?format=csv')
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'date,title,from,to,directorate.name,description,id',
      '2026-09-01,Zig,,trial,Coast,To trial,zig',
    ])
    const { headers } = await get('/api/tech-radar/plans?limit=1')
    expect(headers['link']).toContain('rel="next"')
  })

  it('is a feed, whose entries have other ids than moves', async () => {
    const idsIn = (text: string) => text.match(/urn:uuid:[^<]+/g)?.slice(1) ?? []
    const { text } = await (await service())('/api/tech-radar/plans.atom')
    expect(text).toContain('Jenkins: TRIAL → HOLD from 1 March 2027')
    const { text: moves } = await (await service(365))('/api/tech-radar/feed.atom')
    expect(moves).toContain('Jenkins: TRIAL → HOLD<')
    expect(idsIn(moves).filter((id) => idsIn(text).includes(id))).toEqual([])
  })

  it('is a feed with the time of the last change, whose entries name the day', async () => {
    const { text } = await (await serviceWithHistory())('/api/tech-radar/plans.atom')
    expect(new Set(text.match(/<updated>[^<]*/g))).toEqual(
      new Set(['<updated>2026-05-31T00:00:00.000Z']),
    )
    expect(text).toContain('<content>Jenkins: TRIAL → HOLD from 1 March 2027. To hold</content>')
  })

  it('loses a plan on its day', async () => {
    const { body } = await (await service(92))('/api/tech-radar/plans')
    expect(body.plans.map(lineOf)).toEqual(['2027-03-01 Jenkins: trial → hold'])
  })
})

describe('a plan', () => {
  const planned = { ring: 'hold', from: '2027-03-01', reason: 'To hold' }

  it('is part of the technology, the list and the advice, without a count', async () => {
    const get = await service()
    const { radar } = (await get('/api/technologies/jenkins')).body
    expect(radar).toMatchObject({ ring: { id: 'trial' }, since: '2024-01-01' })
    expect(radar.plans.map(lineOf)).toEqual(['2027-03-01 Jenkins: trial → hold'])
    expect(radar.moves).toHaveLength(1)
    const { body: list } = await get('/api/technologies?q=jenkins')
    expect(list.technologies).toMatchObject([{ ring: 'trial', planned }])
    const { body: advice } = await get('/api/advice?names=jenkins,go')
    expect(advice.advice).toMatchObject([
      { ring: 'trial', planned },
      { ring: 'adopt', planned: null },
    ])
    const { body: one } = await get('/api/projects/a')
    expect(one.technologies).toMatchObject([{ ring: 'trial', planned }])
    const { body: found } = await get('/api/search?q=jenkins')
    expect(found.results[0]).toMatchObject({ title: 'Jenkins', ring: 'trial', planned })
    const { body: drift } = await get('/api/drift')
    expect(drift.totals['on-hold-in-use']).toBe(0)
  })

  it.each([
    ['', 2],
    ['?programme=Tides', 1],
    ['?project=b', 1],
    ['?technology=jenkins', 2],
  ])('is listed below the findings of %j, with its projects', async (query, projects) => {
    const get = await service()
    const { body } = await get(`/api/drift${query}`)
    const jenkins = { technology: 'Jenkins', ring: 'trial', to: 'hold', projects }
    expect(body.plans.at(-1)).toMatchObject(jenkins)
    expect(body.planTotal).toBe(body.plans.length)
    const { text } = await get(`/drift${query}`)
    expect(text).toMatch(new RegExp(`HOLD[^]*1 March 2027[^]*${projects} projects? names? it`))
  })

  it('concerns a programme whose repositories contain its technology', async () => {
    const url = 'https://scm.example/charts'
    const languages = [{ name: 'Zig', size: 1, percentage: 100 }]
    const charts = { ...project('D', 'Charts'), source_control: [{ links: [{ url }] }] }
    const { app } = await dataService({
      ...DOCUMENTS,
      projects: { projects: [...DOCUMENTS.projects.projects, charts] },
      repositories: {
        repositories: [{ name: 'charts', url, visibility: 'PUBLIC', technologies: { languages } }],
      },
    })
    const plansIn = async (programme: string) => {
      const { body } = await request(app).get(`/api/drift?programme=${programme}`).expect(200)
      return body.plans.map((plan: Record<string, string>) => [
        plan['technology'],
        plan['projects'],
      ])
    }
    expect(await plansIn('Charts')).toEqual([
      ['Zig', 0],
      ['Jenkins', 1],
    ])
    expect(await plansIn('Berths')).toEqual([['Jenkins', 1]])
  })

  it.each([
    '/radar',
    '/technologies',
    '/technologies/jenkins',
    '/projects/a',
    '/search?q=jenkins',
    '/editions/now',
  ])('is shown on %s', async (path) => {
    const { text } = await (await serviceWithHistory())(path)
    expect(text).toMatch(/planned: [^]*HOLD[^]*1 March 2027/)
  })

  it.each([
    ['quadrant=1', ['Zig', 'Jenkins']],
    ['ring=adopt', []],
    ['ring=trial', ['Jenkins']],
  ])('is on /radar when its entry passes the filter %s', async (filter, titles) => {
    const { text } = await (await service())(`/radar?${filter}`)
    const shown = [...text.matchAll(/<bdi>([^<]*)<\/bdi><\/a>\s*planned:/g)].map(
      ([, title]) => title,
    )
    expect(shown).toEqual(titles)
  })

  it('is not a move between editions', async () => {
    const get = await serviceWithHistory()
    const { body } = await get('/api/tech-radar/editions/may/difference/now')
    expect(body).toMatchObject({ new: [{ title: 'Zig', ring: null }], moved: [], planTotal: 2 })
    expect(body.plans.map(lineOf)).toEqual([
      '2026-09-01 Zig: null → trial',
      '2027-03-01 Jenkins: trial → hold',
    ])
  })

  it('without a present position leaves its entry without a ring and without a finding', async () => {
    const { body: list } = await (await service())('/api/technologies?q=zig')
    expect(list.technologies).toMatchObject([
      { ring: null, movedOn: null, planned: { ring: 'trial', from: '2026-09-01' } },
    ])
    const { body } = await (await service())('/api/drift?technology=zig')
    expect(body.total).toBe(0)
  })
})
