import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import request from 'supertest'
import { dataService, SECRET } from './data-service.ts'

const repository = (name: string, visibility: string, last_commit: string | null) => ({
  name,
  url: `https://scm.example/acme/${name}`,
  visibility,
  last_commit,
  technologies: { languages: [{ name: 'Go', percentage: 60, size: 6 }] },
})
const dependsOn = (...names: string[]) => ({
  project_dependencies: names.map((name) => ({ name, description: `needs ${name}` })),
})
const project = (name: string, details: object = {}, more: object = {}) => ({
  details: [{ name, programme_name: 'Harbours', programme_short_name: 'HBR', ...details }],
  stage: 'Active Support',
  ...more,
})
const berths = project(
  'Harbour Berths',
  { project_description: 'Books berths', ...dependsOn('Tide Tables', 'Nowhere') },
  {
    user: [{ email: 'kim@acme.example', roles: ['Technical Contact'], grade: 'SEO' }],
    owner: 'lee@acme.example',
    source_control: [
      {
        type: 'Github',
        links: ['berths', 'secret', 'unknown'].map((name) => {
          return { url: `https://scm.example/acme/${name}` }
        }),
      },
    ],
    architecture: {
      hosting: { type: ['Cloud'], details: ['AWS'] },
      languages: { main: ['Java'], others: ['java', 'Bash'] },
      frameworks: { main: [], others: ['Angular'] },
    },
  },
)
const STORED = {
  projects: {
    projects: [
      berths,
      project('Tide Tables'),
      project('Tide Tables', dependsOn('Harbour Berths'), { stage: 'Retired' }),
      project('Buoys', { programme_name: '', programme_short_name: '' }),
    ],
  },
  radar: {
    title: 'Radar',
    quadrants: [{ id: '2', name: 'Frameworks' }],
    rings: [{ id: 'hold', name: 'HOLD' }],
    entries: [
      {
        id: 'angular',
        title: 'Angular',
        quadrant: '2',
        timeline: [
          { moved: 0, ringId: 'adopt', date: '2026-05-01' },
          { moved: 0, ringId: 'hold', date: '2026-05-15' },
          { moved: 0, ringId: 'adopt', date: '2026-05-16', directorate: 1 },
        ],
      },
    ],
  },
  directorates: [
    { id: 0, name: 'Coast', default: true, enabled: true },
    { id: 1, name: 'Fleet', enabled: true },
  ],
  repositories: {
    repositories: [
      repository('berths', 'PUBLIC', '2026-05-01T10:00:00Z'),
      repository('secret', 'PRIVATE', '2026-05-20T10:00:00Z'),
    ],
  },
}
const identity = { subject: 'a', email: 'lee@acme.example', groups: [] }
const signedIn = { [IDENTITY_HEADER]: await createIdentitySigner(SECRET).sign(identity, 'data') }

async function service(
  stored: Parameters<typeof dataService>[0] = STORED,
  options: Parameters<typeof dataService>[1] = {},
) {
  const { app, put } = await dataService(stored, options)
  const get = async (path: string, headers: Record<string, string> = {}) =>
    request(app).get(path).set(headers)
  return { get, put }
}

describe('GET /api/projects/{slug}', () => {
  it('returns a project with everything that it names and that names it', async () => {
    const { get } = await service()
    const { status, body, headers } = await get('/api/projects/harbour-berths', signedIn)
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache'])
    const { findings, ...others } = body
    expect(others).toEqual({
      name: 'Harbour Berths',
      slug: 'harbour-berths',
      leftOut: { names: 0, links: 0, dependencies: 0 },
      description: 'Books berths',
      programme: { name: 'Harbours', shortName: 'HBR' },
      stage: 'Active Support',
      contacts: { technical: 'kim@acme.example (SEO)', deliveryManager: '' },
      technologies: [
        { ...used('Java', 'languages', 'main') },
        { ...used('Bash', 'languages', 'others') },
        { ...used('Angular', 'frameworks', 'others'), ring: 'hold', since: '2026-05-15' },
        { ...used('AWS', 'hosting', null) },
        { ...used('Github', 'source-control', null) },
      ],
      repositories: [
        {
          name: 'berths',
          url: 'https://scm.example/acme/berths',
          lastCommit: '2026-05-01T10:00:00Z',
          archived: false,
          languages: [{ name: 'Go', share: 60 }],
        },
        expect.objectContaining({ name: 'secret' }),
      ],
      dependsOn: [
        { name: 'Tide Tables', slug: 'tide-tables', description: 'needs Tide Tables' },
        { name: 'Nowhere', slug: null, description: 'needs Nowhere' },
      ],
      dependents: [{ name: 'Tide Tables', slug: 'tide-tables-2' }],
      missing: ['unknown-repository', 'unknown-dependency'],
      totals: {
        technologies: 5,
        onHold: 1,
        repositories: 2,
        dependsOn: 2,
        dependents: 1,
        findings: 3,
      },
      lastCommit: '2026-05-20T10:00:00Z',
      link: '/projects/harbour-berths',
    })
    expect(findings).toMatchObject([
      { kind: 'on-hold-in-use', technology: 'Angular', link: '/technologies/angular' },
      { kind: 'undeclared-language', technology: 'Go' },
      { kind: 'unknown-repository', technology: null, link: '/projects/harbour-berths' },
    ])
  })

  const used = (name: string, section: string, use: string | null) => {
    return { name, slug: name.toLowerCase(), section, use, ring: null, since: null, planned: null }
  }

  it('returns to anonymous callers neither private repositories nor their traces', async () => {
    const { get } = await service(STORED, { openContacts: false })
    await get('/api/projects/harbour-berths', signedIn)
    const { body, text, headers } = await get('/api/projects/harbour-berths')
    expect(headers['cache-control']).toBe('public, no-cache')
    expect(text).not.toMatch(/secret|unknown-repository|acme\/unknown|@/)
    expect(body).toMatchObject({
      contacts: { technical: '', deliveryManager: '' },
      totals: { repositories: null, findings: 2 },
      lastCommit: null,
      missing: ['unknown-dependency'],
    })
  })

  it('shows contacts to anonymous callers where the rows do, and never the owner', async () => {
    const { get } = await service(STORED, { openContacts: true })
    const { body, text } = await get('/api/projects/harbour-berths')
    expect(body.contacts.technical).toBe('kim@acme.example (SEO)')
    expect(text).not.toContain('lee@')
  })

  it('shows the rings of a directorate', async () => {
    const { get } = await service()
    const { body } = await get('/api/projects/harbour-berths?directorate=fleet')
    expect(body).toMatchObject({
      totals: { onHold: 0 },
      link: '/projects/harbour-berths?directorate=1',
    })
    expect(body.technologies[2]).toMatchObject({ name: 'Angular', ring: 'adopt' })
  })

  it.each(['Harbour%20Berths', 'HARBOUR-BERTHS'])('finds a project by %s', async (name) => {
    const { get } = await service()
    expect((await get(`/api/projects/${name}`)).body.slug).toBe('harbour-berths')
  })

  it('numbers projects of one name in stored order', async () => {
    const { get, put } = await service()
    expect((await get('/api/projects/tide-tables-2')).body.stage).toBe('Retired')
    await put('projects', { projects: STORED.projects.projects.slice(2) })
    expect((await get('/api/projects/tide-tables-2')).status).toBe(404)
    expect((await get('/api/projects/tide-tables')).body.stage).toBe('Retired')
  })

  it('distinguishes projects of one name', async () => {
    const uses = (language: string) => ({ architecture: { languages: { main: [language] } } })
    const { get } = await service({
      projects: {
        projects: [
          project('Tide', {}, uses('Go')),
          project('Tide', dependsOn('Tide'), uses('Zig')),
          project('Buoy', dependsOn('Tide')),
        ],
      },
    })
    const dependents = async (slug: string) =>
      (await get(`/api/projects/${slug}`)).body.dependents.map((one: { slug: string }) => one.slug)
    expect([await dependents('tide'), await dependents('tide-2')]).toEqual([['tide-2', 'buoy'], []])
    const named = async (project: string) =>
      (await get(`/api/technologies?project=${project}`)).body.technologies.map(
        ({ name }: { name: string }) => name,
      )
    expect([await named('tide'), await named('tide-2'), await named('Tide')]).toEqual([
      ['Go'],
      ['Zig'],
      ['Go'],
    ])
    expect(await named('TIDE')).toEqual(['Go'])
  })

  it('accepts a name in any case', async () => {
    const { get } = await service()
    expect((await get('/api/projects/HARBOUR%20berths')).body.slug).toBe('harbour-berths')
  })

  it('returns 404 with similar names for an unknown project', async () => {
    const { get } = await service()
    const { status, body } = await get('/api/projects/tide-table')
    expect([status, body.error]).toEqual([404, 'No project has this name; similar: Tide Tables'])
    expect(body.similar).toEqual(['Tide Tables'])
    const none = await get('/api/projects/zeppelin')
    expect([none.body.error, none.body.similar]).toEqual(['No project has this name', []])
  })

  it('does not know repositories while none is stored', async () => {
    const { get } = await service({ projects: STORED.projects })
    const { body } = await get('/api/projects/harbour-berths', signedIn)
    expect(body).toMatchObject({ totals: { repositories: null }, missing: ['unknown-dependency'] })
  })

  it('lists up to 100 elements, with the total of all', async () => {
    const names = Array.from({ length: 1_000 }, (_, i) => `T${i}`)
    const hub = project(
      'Hub',
      { ...dependsOn(...names), short_name: 'H' },
      { architecture: { languages: { main: names } } },
    )
    const users = Array.from({ length: 1_000 }, () => project('User', dependsOn('Hub')))
    const { get } = await service({ projects: { projects: [hub, ...users] } })
    const { body, text } = await get('/api/projects/hub')
    expect(body).toMatchObject({
      technologies: { length: 100 },
      dependsOn: { length: 100 },
      dependents: { length: 100 },
      totals: { technologies: 300, dependsOn: 100, dependents: 1_000 },
      leftOut: { names: 700, links: 0, dependencies: 900 },
    })
    expect(text.length).toBeLessThan(50_000)
    const page = (await get('/projects/hub')).text
    expect(page).toContain('<a href="/technologies?project=hub">Show all 300</a>')
    expect(page).toContain('<a href="/projects?dependency=hub">Show all 1,000</a>')
    expect(page).toContain(
      '700 more names and 900 more dependencies are not part of the landscape.',
    )
    expect((await get('/api/projects?dependency=hub')).body.total).toBe(1_000)
    expect((await get('/api/projects?limit=200')).text.length).toBeLessThan(100_000)
  })
})

describe('GET /api/projects', () => {
  it('returns a row for each project', async () => {
    const { get } = await service()
    const { body } = await get('/api/projects?limit=2&sort=-technologies')
    expect(body).toEqual({
      total: 4,
      projects: [
        {
          name: 'Harbour Berths',
          slug: 'harbour-berths',
          programme: 'Harbours',
          stage: 'Active Support',
          totals: { technologies: 5, onHold: 1, repositories: null, dependsOn: 2, dependents: 1 },
          lastCommit: null,
          missing: ['unknown-dependency'],
          link: '/projects/harbour-berths',
        },
        expect.objectContaining({ slug: 'buoys' }),
      ],
    })
  })

  it.each([
    ['q=BERTH', ['harbour-berths']],
    ['q=books', ['harbour-berths']],
    ['programme=harbours&stage=RETIRED', ['tide-tables-2']],
    ['programme=(no programme)', ['buoys']],
    ['technology=angular', ['harbour-berths']],
    ['dependency=harbour-berths', ['tide-tables-2']],
    ['dependency=Tide Tables', ['harbour-berths']],
    ['rule=no-description&stage=retired', ['tide-tables-2']],
    ['rule=no-language', ['buoys', 'tide-tables']],
  ])('returns for %s %j', async (query, slugs) => {
    const { get } = await service()
    const { body } = await get(`/api/projects?${query}`)
    expect(body.projects.map(({ slug }: { slug: string }) => slug)).toEqual(slugs)
  })

  it.each([
    ['programme=none', 'programmes are Harbours, (no programme)'],
    ['stage=none', 'stages are Active Support, Retired'],
    ['rule=none', 'rule is one of'],
  ])('returns 400 for %s', async (query, error) => {
    const { get } = await service()
    const { status, body } = await get(`/api/projects?${query}`)
    expect([status, body.error]).toEqual([400, expect.stringContaining(error)])
  })

  it('returns pages and CSV', async () => {
    const { get } = await service()
    const { headers } = await get('/api/projects?limit=3')
    const next = /^<(.+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1] as string
    expect((await get(next)).body.projects).toMatchObject([{ slug: 'tide-tables-2' }])
    const rows = parse((await get('/api/projects?format=csv')).text, { columns: true })
    expect(rows).toMatchObject([
      { slug: 'buoys', missing: expect.stringContaining('no-language; no-hosting') },
      { slug: 'harbour-berths', 'totals.technologies': '5' },
      { slug: 'tide-tables' },
      { slug: 'tide-tables-2', missing: 'no-description' },
    ])
  })
})

describe('GET /api/completeness', () => {
  it('counts what projects lack by rule and by programme', async () => {
    const { get } = await service()
    const { body } = await get('/api/completeness', signedIn)
    expect(body).toMatchObject({
      counted: 4,
      complete: 0,
      totals: {
        'no-contact': 2,
        'no-stage': 0,
        'no-description': 3,
        'no-language': 2,
        'no-hosting': 2,
        'no-repository': 2,
        'unknown-repository': 1,
        'unknown-dependency': 1,
      },
      programmes: [
        { name: 'Harbours', projects: 3, complete: 0, share: 0 },
        { name: '(no programme)', projects: 1, complete: 0, share: 0 },
      ],
      total: 4,
    })
  })

  it('returns a share of 100 % only when each project is complete', async () => {
    const named = Array.from({ length: 2_000 }, () => project('Tide', { project_description: 'x' }))
    const retired = named.map((one) => ({ ...one, stage: 'Retired' }))
    const { get } = await service({
      projects: { projects: [...retired.slice(1), project('Buoy')] },
    })
    expect((await get('/api/completeness')).body.programmes[0]).toMatchObject({
      projects: 2_000,
      complete: 1_999,
      share: 99.9,
    })
  })

  it('lists the projects behind each number', async () => {
    const { get } = await service()
    for (const headers of [{}, signedIn]) {
      const { totals, programmes } = (await get('/api/completeness', headers)).body
      for (const [rule, count] of Object.entries(totals)) {
        const { body } = await get(`/api/completeness?rule=${rule}`, headers)
        expect([rule, body.total, body.totals]).toEqual([rule, count ?? 0, totals])
      }
      for (const { name, projects, complete } of programmes) {
        const { body } = await get(`/api/completeness?programme=${name}`, headers)
        expect([body.counted, body.complete, body.total]).toEqual([
          projects,
          complete,
          projects - complete,
        ])
      }
    }
  })

  it('counts unknown repositories neither for anonymous callers nor without repositories', async () => {
    const { get, put } = await service()
    const read = async (headers: Record<string, string>) =>
      (await get('/api/completeness', headers)).body.totals['unknown-repository']
    expect([await read({}), await read(signedIn)]).toEqual([null, 1])
    await put('repositories', { repositories: [] })
    expect(await read(signedIn)).toBeNull()
  })
})

describe('GET /api/drift?project=', () => {
  it('returns the findings that concern a project', async () => {
    const { get } = await service()
    const { body } = await get('/api/drift?project=harbour-berths', signedIn)
    const { findings } = (await get('/api/projects/harbour-berths', signedIn)).body
    expect(body.total).toBe(3)
    expect(body.findings).toMatchObject(findings)
    expect((await get('/api/drift?project=buoys')).body.total).toBe(0)
  })

  it('lists neither names of others nor the habit of reviews without a kind', async () => {
    const names = { one: 'PostgreSQL', two: 'PostgreSQL', three: 'Postgres', four: 'Postgres' }
    const projects = Object.entries(names).map(([name, main]) => ({
      details: [{ name }],
      architecture: { database: { main: [main] } },
    }))
    const { get } = await service({ ...STORED, projects: { projects } })
    const { totals, findings } = (await get('/api/drift?project=one')).body
    expect(totals).toMatchObject({ 'look-alike-names': 1 })
    expect(findings).toMatchObject([{ kind: 'not-on-radar' }])
    const project = (await get('/api/projects/one')).body
    expect(findings).toMatchObject(project.findings)
    expect(project.totals.findings).toBe(1)
    const ofKind = await get('/api/drift?project=one&kind=look-alike-names')
    expect(ofKind.body.total).toBe(1)
    expect((await get('/api/drift')).body.findings).toContainEqual(
      expect.objectContaining({ kind: 'look-alike-names' }),
    )
  })
})
