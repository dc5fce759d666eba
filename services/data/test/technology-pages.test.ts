import { elementsOf } from '@landscape/dev/page-reader'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { dataService, SECRET } from './data-service.ts'
import { headingOf, linksOn, pageService, project, rowsOf } from './landscape-pages.ts'

describe('GET /technologies', () => {
  it.each([
    ['', ['Angular', 'React', 'Svelte', 'TypeScript']],
    ['?q=&ring=&quadrant=&section=&programme=&project=&used=&on_radar=&sort=name', 4],
    ['?ring=hold', ['Angular']],
    ['?used=false', ['Svelte']],
    ['?on_radar=false', ['React', 'TypeScript']],
    ['?programme=Harbours', ['Angular', 'React']],
    ['?q=none', []],
  ])('lists for %j %j', async (query, names) => {
    const { pageAt } = await pageService()
    const rows = rowsOf(await pageAt(`/technologies${query}`))
    expect(typeof names === 'number' ? rows.length : rows).toEqual(names)
  })

  it('keeps the filter in the form and in the link to CSV', async () => {
    const { pageAt } = await pageService()
    const page = await pageAt('/technologies?ring=hold&used=true')
    const selected = page.filter(({ attributes }) => 'selected' in attributes)
    expect(selected.map(({ text }) => text)).toEqual(['HOLD', 'yes', 'most projects first'])
    expect(linksOn(page)).toContain(
      '/api/technologies?ring=hold&used=true&sort=-projects&format=csv&for=spreadsheet',
    )
  })

  it('names the project whose technologies it lists', async () => {
    const { pageAt } = await pageService()
    expect(headingOf(await pageAt('/technologies?project=Tides'))).toBe('Technologies of Tides')
  })

  it('has pages that lead to each other', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `Tool ${i}`)
    const { pageAt } = await pageService({ projects: { projects: [project('All', names)] } })
    const first = await pageAt('/technologies?sort=name')
    const next = linksOn(first).find((link) => link.includes('cursor=')) ?? ''
    const second = await pageAt(next)
    expect(new Set([...rowsOf(first), ...rowsOf(second)]).size).toBe(60)
    expect(linksOn(second)).toContain('/technologies?sort=name')
  })
})

describe('GET /technologies/{slug}', () => {
  it('shows the ring, the moves and the projects, those in development first', async () => {
    const { pageAt } = await pageService()
    const page = await pageAt('/technologies/angular')
    const texts = page.map(({ text }) => text)
    expect(headingOf(page)).toBe('Angular HOLD')
    expect(texts).toContain('In HOLD since 15 April 2024')
    expect(texts).toContain('Moves of Angular')
    expect(texts).toContain('2 projects name it')
    expect(rowsOf(page)).toEqual(['Tides', 'Berths'])
    expect(texts).toContain('In HOLD since 15 April 2024, but still named by 2 projects.')
    expect(linksOn(page)).toContain('/drift?technology=angular')
    const chips = page.filter(({ attributes }) => attributes['class']?.startsWith('ring '))
    expect(chips.map(({ text }) => text)).toEqual(['HOLD'])
  })

  it('reads each document once, so that an edit during a request is not hidden by the cache', async () => {
    const real = createEmbeddedStore(':memory:')
    let reads = 0
    const get: typeof real.get = (ref, ...more) => {
      if (ref.key === DOCUMENTS.projects.ref.key) reads++
      return real.get(ref, ...more)
    }
    const stored = { projects: { projects: [project('Berths', ['Go'])] } }
    const { app } = await dataService(stored, { store: { ...real, get } })
    await request(app).get('/technologies/go')
    reads = 0
    expect((await request(app).get('/technologies/go')).status).toBe(200)
    expect(reads).toBe(1)
  })

  it('lists reviews among the moves', async () => {
    const { pageAt, put } = await pageService()
    const at = (date: string, ringId: string, description: string) => {
      return { moved: 0, ringId, date, description }
    }
    const timeline = [
      at('2019-01-01', 'trial', ''),
      at('2020-01-01', 'trial', 'Tried twice'),
      at('2021-04-06', 'hold', ''),
      at('2025-02-25', 'hold', ''),
    ]
    const rings = [
      { id: 'hold', name: 'HOLD' },
      { id: 'trial', name: 'TRIAL' },
    ]
    const entries = [{ id: 'go', title: 'Go', quadrant: '1', timeline }]
    await put('radar', { title: 'Radar', quadrants: [], rings, entries })
    const page = await pageAt('/technologies/go')
    const texts = page.map(({ text }) => text)
    expect(texts).toContain('In HOLD since 6 April 2021')
    expect(texts).toContain('Last reviewed on 25 February 2025.')
    const items = page.filter(({ name, text }) => name === 'li' && /^\d+ \w+ \d{4}:/.test(text))
    expect(items.map(({ text }) => text)).toEqual([
      '25 February 2025: reviewed, stays in HOLD',
      '6 April 2021: moved from TRIAL to HOLD',
      '1 January 2020: reviewed, stays in TRIAL: Tried twice',
      '1 January 2019: added in TRIAL',
    ])
  })

  it('shows what is not scanned as unknown', async () => {
    const { pageAt } = await pageService()
    const texts = (await pageAt('/technologies/angular')).map(({ text }) => text)
    expect(texts).toContain('Repositories are scanned for languages only.')
    expect(texts).not.toContain('No repository contains it')
    const cells = (await pageAt('/technologies?sort=name')).flatMap(({ attributes, text }) =>
      attributes['data-label'] === 'Repositories' ? [text] : [],
    )
    expect(cells).toEqual(['–', '–', '–', '1'])
  })

  it('shows how many projects are retired and repositories are archived', async () => {
    const { pageAt, put } = await pageService()
    await put('projects', { projects: [project('Tides', ['Go'], { stage: 'Retired' })] })
    const technologies = { languages: [{ name: 'Go', size: 5, percentage: 100 }] }
    const repository = { name: 'a', visibility: 'PUBLIC', technologies, is_archived: true }
    await put('repositories', { repositories: [repository] })
    const texts = (await pageAt('/technologies/go')).map(({ text }) => text)
    for (const text of [
      '1 project names it',
      '1 is retired.',
      '1 repository contains it',
      '1 is archived.',
    ])
      expect(texts).toContain(text)
  })

  it('names a look-alike on the radar', async () => {
    const { pageAt, get, put } = await pageService()
    await put('projects', {
      projects: [project('Berths', ['AngularJS']), project('Tides', ['Angular'])],
    })
    const page = await pageAt('/technologies/angularjs')
    const texts = page.map(({ text }) => text)
    expect(texts).toContain('Not on the radar under this name')
    expect(texts).toContain('You may mean Angular HOLD: the names differ only by a suffix.')
    expect(linksOn(page)).toContain('/technologies/angular')
    expect(texts.join()).not.toContain('technology-names/aliases')
    expect((await pageAt('/technologies/angular')).map(({ text }) => text).join()).not.toContain(
      'You may mean',
    )
    await put('projects', { projects: [] })
    expect(linksOn(elementsOf((await get('/technologies/angularjs')).text))).toContain(
      '/technologies/angular',
    )
  })

  it('shows signed-in callers the request that joins a look-alike, and its effect', async () => {
    const { get, put } = await pageService()
    const two = [project('Berths', ['AngularJS']), project('Tides', ['Angular', 'AngularJS'])]
    await put('projects', { projects: two })
    const identity = { subject: 'a', email: 'kim@acme.example', groups: ['admin'] }
    const signed = await createIdentitySigner(SECRET).sign(identity, 'data')
    const { text } = await get('/technologies/angularjs').set(IDENTITY_HEADER, signed)
    const texts = elementsOf(text).map((element) => element.text)
    expect(texts).toContain(
      'AngularJS (2 projects) would become an alias of Angular (HOLD, 1 project), with 2 projects in all.',
    )
    expect(texts).toContain('POST /admin/api/technology-names/aliases')
    expect(texts).toContain('{"name":"Angular","alias":"AngularJS","dryRun":true}')
  })

  it('shows the name of an alias', async () => {
    const { pageAt } = await pageService()
    const texts = (await pageAt('/technologies/ng')).map(({ text }) => text)
    expect(texts).toContain('“ng” is an alias of Angular.')
    const spelt = (await pageAt('/technologies/type%20script')).map(({ text }) => text)
    expect(spelt).toContain('“type script” is a spelling of TypeScript.')
  })

  it('links to a repository', async () => {
    const { pageAt } = await pageService()
    expect(linksOn(await pageAt('/technologies/typescript'))).toContain(
      'https://scm.example/tides-ui',
    )
  })

  it('links to similar technologies when there is none', async () => {
    const { get } = await pageService()
    const { status, text } = await get('/technologies/anglar')
    expect(status).toBe(404)
    expect(linksOn(elementsOf(text))).toContain('/technologies/angular')
    const { body } = await get('/technologies/anglar').set('accept', 'application/json')
    expect(body.links).toEqual([{ text: 'Angular (HOLD)', href: '/technologies/angular' }])
  })
})

describe('GET /drift', () => {
  it('has a headline, totals by kind and the findings', async () => {
    const { pageAt } = await pageService()
    const page = await pageAt('/drift')
    expect(headingOf(page)).toBe('1 technology in HOLD or IGNORE is still in use')
    expect(page.map(({ text }) => text)).toContain('In HOLD or IGNORE, in use 1')
    expect(rowsOf(page)).toEqual(['Angular', 'React', 'Svelte'])
  })

  it('links its headline to the findings that it counts', async () => {
    const { pageAt, put } = await pageService()
    await put('projects', { projects: [project('Berths', ['Angular'], { programme: 'A & B' })] })
    const page = await pageAt('/drift?programme=A+%26+B')
    const link = page.find(
      ({ text, name }) => name === 'a' && text === 'In HOLD or IGNORE, in use 1',
    )
    const linked = await pageAt(link?.attributes['href'] ?? '')
    expect(headingOf(linked)).toBe(headingOf(page))
    expect(rowsOf(linked)).toEqual(['Angular'])
  })

  it('shows the number of repositories of a technology on hold', async () => {
    const { pageAt, put } = await pageService()
    const languages = [{ name: 'Angular', size: 5, percentage: 100 }]
    const repositories = [1, 2].map((i) => ({ name: `r${i}`, technologies: { languages } }))
    await put('repositories', { repositories })
    const page = await pageAt('/drift?kind=on-hold-in-use')
    const cell = page.find(({ attributes }) => attributes['data-label'] === 'Repositories')
    expect(cell?.text).toBe('2')
    expect((await pageAt('/technologies/angular')).map(({ text }) => text)).toContain(
      '2 repositories contain it',
    )
  })

  it.each([
    ['?kind=not-on-radar', '1 technology named by two or more projects is not on the radar', 1],
    ['?kind=&programme=', '1 technology in HOLD or IGNORE is still in use', 3],
    ['?technology=react', '1 finding (react)', ['React']],
    [
      '?technology=angular&kind=on-hold-in-use&programme=Coast',
      '1 technology in HOLD or IGNORE is still in use (angular, Coast)',
      1,
    ],
  ])('filters by %s', async (query, heading, names) => {
    const { pageAt } = await pageService()
    const page = await pageAt(`/drift${query}`)
    expect(headingOf(page)).toBe(heading)
    expect(typeof names === 'number' ? rowsOf(page).length : rowsOf(page)).toEqual(names)
  })

  it('links to its findings as CSV', async () => {
    const { pageAt } = await pageService()
    expect(linksOn(await pageAt('/drift?kind=on-hold-in-use&programme=Coast'))).toContain(
      '/api/drift?kind=on-hold-in-use&programme=Coast&sort=kind&format=csv&for=spreadsheet',
    )
  })
})

describe('GET /search', () => {
  it('lists results as links, and keeps the words in the box', async () => {
    const { pageAt } = await pageService()
    const page = await pageAt('/search?q=angu')
    expect(linksOn(page)).toContain('/technologies/angular')
    const box = page.find(({ attributes }) => attributes['id'] === 'search-q')
    expect(box?.attributes['value']).toBe('angu')
  })

  it('shows the box alone without words', async () => {
    const { pageAt } = await pageService()
    expect(headingOf(await pageAt('/search?q='))).toBe('Search')
  })

  it('reports that nothing was found', async () => {
    const { pageAt } = await pageService()
    const texts = (await pageAt('/search?q=nothinglikeit')).map(({ text }) => text)
    expect(texts).toContain('Nothing matches nothinglikeit. Try fewer or shorter words.')
    const near = await pageAt('/search?q=angolur')
    expect(near.map(({ text }) => text)).toContain('Similar names: Angular')
    expect(linksOn(near)).toContain('/technologies/angular')
  })

  it('reports which words it corrected, and the ring and the projects of each result', async () => {
    const { pageAt } = await pageService()
    const texts = (await pageAt('/search?q=anguler')).map(({ text }) => text)
    expect(texts).toContain('Nothing matches anguler. Showing Angular.')
    expect(texts).toContain('HOLD Technology · 2 projects')
  })
})
