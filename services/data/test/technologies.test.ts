import { describe, expect, it } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { project, service } from './technology-service.ts'

describe('GET /api/technologies/{slug}', () => {
  it.each(['PL/SQL', '100% Java', 'a\\b'])('finds the technology %s by its name', async (name) => {
    const { get } = await service({ projects: { projects: [project('A', [name])] } })
    const { status, body } = await get(`/api/technologies/${encodeURIComponent(name)}`)
    expect([status, body.name]).toEqual([200, name])
  })

  it('returns a technology with its ring, projects and lists', async () => {
    const { get } = await service()
    const { status, body } = await get('/api/technologies/angular')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Angular',
      slug: 'angular',
      radar: {
        ring: { id: 'hold', name: 'HOLD' },
        since: '2024-04-15',
        moves: [
          { from: 'trial', to: 'hold' },
          { from: null, to: 'trial' },
        ],
      },
      projects: [
        {
          name: 'Tides',
          programme: 'Coast',
          stage: 'Development',
          uses: [{ section: 'frameworks', importance: 'other' }],
        },
        { name: 'Berths' },
      ],
      spellings: [
        { spelling: 'Angular', projects: 1 },
        { spelling: 'angular', projects: 1 },
      ],
      lists: ['frameworks'],
      repositories: null,
      totals: {
        projects: 2,
        retiredProjects: 0,
        mainProjects: 0,
        otherProjects: 2,
        repositories: null,
        archivedRepositories: null,
        bytes: null,
      },
    })
  })

  it('returns reviews apart from the moves', async () => {
    const timeline = [
      { moved: 0, ringId: 'adopt', date: '2021-04-06', description: 'Added' },
      { moved: 0, ringId: 'adopt', date: '2025-02-25', description: 'Confirmed' },
    ]
    const entries = [{ id: 'go', title: 'Go', quadrant: '1', timeline }]
    const radar = { title: 'Radar', quadrants: [], rings: [], entries }
    const { get } = await service({ radar })
    const { body } = await get('/api/technologies/go')
    expect(body.radar).toMatchObject({
      since: '2021-04-06',
      moves: [{ from: null, to: 'adopt', date: '2021-04-06' }],
    })
    expect(body.radar.reviews).toEqual([
      { ring: 'adopt', date: '2025-02-25', description: 'Confirmed' },
    ])
  })

  it('shows a new alias at the next read', async () => {
    const { get, put } = await service()
    expect((await get('/api/technologies/ng')).status).toBe(404)
    await put('technologyNames', [{ name: 'Angular', aliases: ['NG', 'React'] }])
    const { body } = await get('/api/technologies/ng')
    expect(body).toMatchObject({ name: 'Angular', requestedAs: 'ng', totals: { projects: 3 } })
  })

  it('returns 404 with similar names for an unknown one', async () => {
    const { get } = await service()
    const { status, body } = await get('/api/technologies/anglar')
    expect(status).toBe(404)
    expect(body).toMatchObject({
      error: 'No technology has this name; similar: Angular',
      similar: ['Angular'],
    })
  })

  const onRadar = (...titles: string[]) => ({
    title: 'Radar',
    quadrants: [],
    rings: [],
    entries: titles.map((title) => ({
      id: title,
      title,
      timeline: [{ ringId: 'adopt', date: '2024-01-01' }],
    })),
  })
  const PYTHONS = ['Python 1', 'Python 2', 'Python 3', 'Python 4', 'Python 5', 'Python 6']

  it.each([
    ['Postgres', 'PostgreSQL', 'the names differ only by a suffix'],
    ['Apache Kafka', 'Kafka', 'the names differ only by a vendor'],
  ])('returns for %s the look-alike %s on the radar', async (name, other, reason) => {
    const { get, put } = await service({ radar: onRadar(other) })
    const ring = 'adopt'
    const lookAlikes = [{ name: other, slug: other.toLowerCase(), ring, reason }]
    const unknown = await get(`/api/technologies/${encodeURIComponent(name)}`)
    expect([unknown.status, unknown.body.lookAlikes]).toEqual([404, lookAlikes])
    await put('projects', { projects: [project('Berths', [name])] })
    const { body } = await get(`/api/technologies/${encodeURIComponent(name)}`)
    expect(body).toMatchObject({ name, radar: null, lookAlikes })
  })

  it('returns up to five look-alikes, those on the radar first', async () => {
    const { get } = await service({
      projects: { projects: [project('Berths', ['Python', ...PYTHONS])] },
      radar: onRadar('Python 6'),
    })
    const { body } = await get('/api/technologies/python')
    expect(body.lookAlikes).toHaveLength(5)
    expect(body.lookAlikes.slice(0, 2)).toMatchObject([
      { name: 'Python 6', ring: 'adopt' },
      { name: 'Python 1', ring: null },
    ])
  })

  it('returns no look-alikes for another name', async () => {
    const { get } = await service()
    expect((await get('/api/technologies/react')).body.lookAlikes).toEqual([])
    expect((await get('/api/technologies/cobol')).body.lookAlikes).toEqual([])
  })

  it('returns 404 while nothing is stored', async () => {
    const { get } = await service({})
    expect((await get('/api/technologies/angular')).status).toBe(404)
  })

  it('returns 304 until a document changes', async () => {
    const { get, put } = await service()
    const { headers } = await get('/api/technologies/angular')
    const tag = headers['etag'] as string
    expect((await get('/api/technologies/angular').set('if-none-match', tag)).status).toBe(304)
    await put('projects', { projects: [] })
    const { status, body } = await get('/api/technologies/angular').set('if-none-match', tag)
    expect([status, body.projects]).toEqual([200, []])
  })
})

describe('GET /api/technologies', () => {
  const namesOf = ({ body }: { body: { technologies: { name: string }[] } }) =>
    body.technologies.map(({ name }) => name)

  it.each([
    ['', ['Angular', 'React', 'Svelte', 'TypeScript']],
    ['?q=angu', ['Angular']],
    ['?q=.js', []],
    ['?ring=HOLD', ['Angular']],
    ['?quadrant=frameworks', ['Angular', 'Svelte']],
    ['?quadrant=2&used=false', ['Svelte']],
    ['?section=frameworks', ['Angular', 'React']],
    ['?used=true&on_radar=false', ['React', 'TypeScript']],
    ['?programme=harbours', ['Angular', 'React']],
    ['?project=tides', ['Angular']],
    ['?sort=-name', ['TypeScript', 'Svelte', 'React', 'Angular']],
    ['?sort=-projects', ['Angular', 'React', 'Svelte', 'TypeScript']],
    ['?sort=-moved&on_radar=true', ['Angular', 'Svelte']],
  ])('returns for %j %j', async (query, names) => {
    const { get } = await service()
    expect(namesOf(await get(`/api/technologies${query}`))).toEqual(names)
  })

  it('counts the projects with main use in the section of the filter only', async () => {
    const { get, put } = await service()
    const { architecture, ...others } = project('Tides', ['Angular'])
    const infrastructure = { main: ['Angular'], others: [] }
    await put('projects', {
      projects: [{ ...others, architecture: { ...architecture, infrastructure } }],
    })
    const mainOf = async (query: string) => {
      const { body } = await get(`/api/technologies?q=angular${query}`)
      return body.technologies.map((row: { mainProjects: number }) => row.mainProjects)
    }
    expect(await mainOf('')).toEqual([1])
    expect(await mainOf('&section=infrastructure')).toEqual([1])
    expect(await mainOf('&section=frameworks')).toEqual([0])
  })

  it('calls a technology used by the same rule as the findings', async () => {
    const { get, put } = await service()
    const used = async () => {
      const { body } = await get('/api/technologies?ring=hold&used=true')
      const drift = (await get('/api/drift?kind=on-hold-in-use')).body as { total: number }
      expect(drift.total).toBe(namesOf({ body }).length)
      return namesOf({ body })
    }
    expect(await used()).toEqual(['Angular'])
    await put('projects', { projects: [project('Tides', ['Angular'], 'Coast', 'Retired')] })
    expect(await used()).toEqual([])
    const languages = [{ name: 'Angular', size: 5, percentage: 100 }]
    const repository = { name: 'a', visibility: 'PRIVATE', technologies: { languages } }
    await put('repositories', { repositories: [{ ...repository, is_archived: true }] })
    expect(await used()).toEqual([])
    await put('repositories', { repositories: [repository] })
    expect(await used()).toEqual(['Angular'])
  })

  it('counts repositories of languages only, and sorts other technologies last', async () => {
    const languages = (...names: string[]) => ({
      name: names.join(),
      technologies: { languages: names.map((name) => ({ name, size: 5, percentage: 50 })) },
    })
    const quadrants = [
      { id: '1', name: 'Languages' },
      { id: '2', name: 'Frameworks' },
    ]
    const entries = [
      { id: 'zig', title: 'Zig', quadrant: '1', timeline: [] },
      { id: 'vue', title: 'Vue', quadrant: '2', timeline: [] },
    ]
    const { get } = await service({
      radar: { title: 'Radar', quadrants, rings: [], entries },
      projects: { projects: [project('Berths', ['React'])] },
      repositories: { repositories: [languages('Go', 'C'), languages('Go')] },
    })
    const sorted = async (sort: string) => {
      const { body } = await get(`/api/technologies?sort=${sort}`)
      return body.technologies.map((row: { name: string; repositories: number | null }) => [
        row.name,
        row.repositories,
      ])
    }
    const others = [
      ['React', null],
      ['Vue', null],
    ]
    const up = [
      ['Zig', 0],
      ['C', 1],
      ['Go', 2],
    ]
    expect(await sorted('repositories')).toEqual([...up, ...others])
    expect(await sorted('-repositories')).toEqual([...up.toReversed(), ...others])
    const { text } = await get('/api/technologies?format=csv&q=vue')
    expect(parse(text, { columns: true })).toMatchObject([{ name: 'Vue', repositories: '' }])
  })

  it('counts the projects that pass the filter', async () => {
    const { get } = await service()
    const { body } = await get('/api/technologies?programme=Coast')
    expect(body).toMatchObject({
      total: 2,
      totals: { technologies: 4, projects: 3, repositories: 1 },
      technologies: [
        { name: 'Angular', projects: 1, ring: 'hold', movedOn: '2024-04-15' },
        { name: 'React', projects: 1, ring: null },
      ],
    })
  })

  it('returns pages that lead to each other', async () => {
    const { get } = await service()
    const names: string[] = []
    let path: string | undefined = '/api/technologies?limit=1&sort=-projects'
    while (path !== undefined) {
      const response = await get(path)
      names.push(...namesOf(response))
      path = /^<(.+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1]
    }
    expect(names).toEqual(['Angular', 'React', 'Svelte', 'TypeScript'])
  })

  it('returns CSV and NDJSON', async () => {
    const { get } = await service()
    const { text } = await get('/api/technologies?format=csv&ring=hold')
    expect(parse(text, { columns: true })).toMatchObject([
      { name: 'Angular', ring: 'hold', projects: '2', lists: 'frameworks' },
    ])
    const lines = await get('/api/technologies').set('accept', 'application/x-ndjson').buffer(true)
    expect(lines.headers['content-type']).toMatch('application/x-ndjson')
  })

  it.each(['used=yes', 'section=x', 'sort=size', 'limit=0', 'cursor=x', `q=${'x'.repeat(201)}`])(
    'returns 400 for %s',
    async (query) => {
      const { get } = await service()
      expect((await get(`/api/technologies?${query}`)).status).toBe(400)
    },
  )
})

describe('GET /api/technologies', () => {
  it.each([
    [{ last_updated: '2026-05-31T05:00:00Z' }, '2026-05-31T05:00:00Z'],
    [{ last_updated: 7 }, null],
    [undefined, null],
  ])('returns as of when the repositories are: %j', async (metadata, repositories) => {
    const { get } = await service({ repositories: { repositories: [], metadata } })
    expect((await get('/api/technologies')).body.asOf).toEqual({ repositories })
  })
})

describe('reads with values of the landscape', () => {
  it.each([
    ['technologies?ring=hodl', 'ring', 'rings are hold, trial, review, ignore'],
    ['technologies?ring=', 'ring', 'rings are hold, trial, review, ignore'],
    ['technologies?quadrant=3', 'quadrant', 'quadrants are 2, Frameworks'],
    ['technologies?programme=Cost', 'programme', 'programmes are Coast, Harbours'],
    ['drift?programme=Cost', 'programme', 'programmes are Coast, Harbours'],
    ['tech-radar/changes?ring=hodl', 'ring', 'rings are hold, trial, review, ignore'],
    ['tech-radar/changes?quadrant=3', 'quadrant', 'quadrants are 2'],
  ])('return 400 with the legal values: %s', async (path, part, legal) => {
    const { get } = await service()
    const { status, body } = await get(`/api/${path}`)
    expect([status, body.error]).toEqual([400, `Unknown ${part}: ${legal}`])
    expect(body.errors).toEqual([
      { pointer: `/${part}`, detail: `is not a known ${part}; ${legal}` },
    ])
  })

  it.each([
    'technologies?ring=HOLD&quadrant=frameworks&programme=coast',
    'technologies?ring=review',
    'drift?programme=COAST',
    'tech-radar/changes?ring=Hold&quadrant=2',
  ])('accept them in any case: %s', async (path) => {
    const { get } = await service()
    expect((await get(`/api/${path}`)).status).toBe(200)
  })

  it('list at most 20 of them', async () => {
    const projects = Array.from({ length: 30 }, (_, i) => project(`P${i}`, [], `Programme ${i}`))
    const { get } = await service({ projects: { projects } })
    const { body } = await get('/api/technologies?programme=none')
    expect(body.error.match(/Programme \d+/g)).toHaveLength(20)
    expect(body.error).toMatch(/ and 10 more$/)
    const { get: getNothing } = await service({})
    expect((await getNothing('/api/drift?programme=none')).body.error).toBe(
      'Unknown programme: there are no programmes',
    )
  })
})

describe('GET /api/search', () => {
  it('returns the best results first', async () => {
    const { get } = await service()
    const { body } = await get('/api/search?q=angu')
    expect(body.results[0]).toEqual({
      kind: 'technology',
      title: 'Angular',
      ring: 'hold',
      planned: null,
      projects: 2,
      foundIn: ['title'],
      link: '/technologies/angular',
    })
    expect(body).not.toHaveProperty('corrected')
  })

  it.each(['anguler', 'angulra', 'anglar', 'angularr'])(
    'returns the results of the corrected words when nothing contains %s',
    async (q) => {
      const { get } = await service()
      const { body } = await get(`/api/search?q=${q}`)
      const { results } = (await get('/api/search?q=angular')).body
      expect(body).toEqual({ q, corrected: 'angular', results })
    },
  )

  it('names similar technologies when nothing is one error away', async () => {
    const { get } = await service()
    const { body } = await get('/api/search?q=roacx')
    expect(body).toEqual({ q: 'roacx', results: [], similar: ['React'] })
  })

  it('returns the results of a name that consists of words of the query', async () => {
    const { get } = await service()
    const { body } = await get('/api/search?q=google%20angular%20core')
    const { results } = (await get('/api/search?q=angular')).body
    expect(body).toEqual({ q: 'google angular core', corrected: 'angular', results })
  })

  it.each(['', '?q=', '?q=%20', `?q=${'x'.repeat(101)}`, '?q=a&limit=201'])(
    'returns 400 for %j',
    async (query) => {
      const { get } = await service()
      expect((await get(`/api/search${query}`)).status).toBe(400)
    },
  )
})
