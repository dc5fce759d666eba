import { describe, expect, it } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import type { Finding } from '../src/drift/reply.ts'
import type { TechnologyRow } from '../src/technologies/reply.ts'
import { service } from './technology-service.ts'

const URL = 'https://scm.example/acme'
const project = (
  name: string,
  programme: string,
  { names = [], links = [], stage = '' }: { names?: string[]; links?: string[]; stage?: string },
) => ({
  details: [{ name, programme_name: programme }],
  architecture: { languages: { main: names, others: [] } },
  source_control: [{ links: links.map((link) => ({ url: `${URL}/${link}` })) }],
  stage,
})
const entry = (title: string, ringId: string) => ({
  id: title,
  title,
  quadrant: '1',
  timeline: [{ moved: 0, ringId, date: '2026-05-01', description: '' }],
})
const repository = (name: string, languages: string[], is_archived = false) => ({
  name,
  url: `${URL}/${name}`,
  visibility: 'PUBLIC',
  is_archived,
  technologies: { languages: languages.map((one) => ({ name: one, percentage: 5, size: 1 })) },
})

/** `both` is a repository of the programmes Coast and Fleet. */
const STORED = {
  projects: {
    projects: [
      project('Berths', 'Coast', { names: ['Perl', 'Postgres', 'PostgreSQL'], links: ['both'] }),
      project('Buoys', 'Coast', { names: ['Perl', 'PostgreSQL'] }),
      project('Tides', 'Fleet', { names: ['Perl', 'Postgres', 'Slack'], links: ['both', 'old'] }),
      project('Wrecks', 'Fleet', { names: ['Cobol'], links: ['wreck'], stage: 'Retired' }),
    ],
  },
  radar: {
    title: 'Radar',
    quadrants: [{ id: '1', name: 'Languages' }],
    rings: ['adopt', 'hold'].map((id) => ({ id, name: id.toUpperCase() })),
    entries: [
      ...['Perl', 'Ada', 'Cobol', 'Fortran', 'Tcl'].map((title) => entry(title, 'hold')),
      entry('Zig', 'adopt'),
    ],
  },
  repositories: {
    repositories: [
      repository('both', ['Ada', 'Perl']),
      repository('old', ['Fortran'], true),
      repository('wreck', ['Tcl']),
    ],
  },
}

describe('a filter by programme', () => {
  const findings = async (query: string) => {
    const { get } = await service(STORED)
    const { body } = await get(`/api/drift?kind=on-hold-in-use&${query}`)
    return body.findings.map(
      ({ technology, evidence, count, projects, programmes, repositoryTotal }: Finding) => [
        technology,
        evidence.split('still ')[1],
        count,
        projects.join(),
        programmes.join(),
        repositoryTotal,
      ],
    )
  }

  it('counts a repository of two programmes in each, and once in all', async () => {
    expect(await findings('')).toEqual([
      [
        'Perl',
        'named by 3 projects and contained in 1 repository',
        4,
        'Berths,Buoys,Tides',
        'Coast,Fleet',
        1,
      ],
      ['Ada', 'contained in 1 repository', 1, '', '', 1],
      ['Tcl', 'contained in 1 repository', 1, '', '', 1],
    ])
    expect(await findings('programme=coast')).toEqual([
      ['Perl', 'named by 2 projects and contained in 1 repository', 3, 'Berths,Buoys', 'Coast', 1],
      ['Ada', 'contained in 1 repository', 1, '', '', 1],
    ])
    expect(await findings('programme=Fleet')).toEqual([
      ['Perl', 'named by 1 project and contained in 1 repository', 2, 'Tides', 'Fleet', 1],
      ['Ada', 'contained in 1 repository', 1, '', '', 1],
    ])
  })

  it('counts use in lists of technologies in the same way', async () => {
    const { get } = await service(STORED)
    const rows = async (query: string) =>
      (await get(`/api/technologies?${query}`)).body.technologies.map(
        ({ name, projects, repositories }: TechnologyRow) => [name, projects, repositories],
      )
    expect(await rows('ring=hold&used=true&programme=Coast')).toEqual([
      ['Ada', 0, 1],
      ['Perl', 2, 1],
    ])
    // A retired project does not use its repositories, and an archived one is not in use.
    expect(await rows('ring=hold&programme=Fleet')).toEqual([
      ['Ada', 0, 1],
      ['Cobol', 1, 0],
      ['Fortran', 0, 1],
      ['Perl', 1, 1],
    ])
    expect(await rows('ring=hold&used=false&programme=Fleet')).toEqual([
      ['Cobol', 1, 0],
      ['Fortran', 0, 1],
    ])
    expect(await rows('ring=hold&project=BERTHS')).toEqual([['Perl', 1, 1]])
  })

  it('counts only its projects in each finding, and leaves out what concerns none', async () => {
    const { get } = await service(STORED)
    const { totals, total, findings: found } = (await get('/api/drift?programme=Fleet')).body
    expect(totals).toMatchObject({
      'on-hold-in-use': 2,
      'not-on-radar': 1,
      'unused-on-radar': null,
      'look-alike-names': 1,
    })
    const of = (kind: string) => found.filter((one: Finding) => one.kind === kind)
    expect(of('not-on-radar')).toMatchObject([
      {
        evidence: expect.stringMatching(/^1 project names it, and/),
        projects: ['Tides'],
        count: 1,
      },
    ])
    expect(of('look-alike-names')).toMatchObject([
      {
        evidence: expect.stringMatching(/^Postgres \(1 project\) and PostgreSQL \(0 projects\)/),
        projects: ['Tides'],
        programmes: ['Fleet'],
      },
    ])
    expect(total).toBe(found.length)
    const { text } = await get('/api/drift?programme=Fleet&format=csv')
    const programmes = parse<{ programmes: string }>(text, { columns: true }).map(
      (row) => row.programmes,
    )
    expect(new Set(programmes)).toEqual(new Set(['Fleet', '']))
  })

  it('has a page without the numbers of other programmes', async () => {
    const { get } = await service(STORED)
    const { text } = await get('/drift?programme=Fleet')
    expect(text).toContain('2 technologies in HOLD or IGNORE are still in use (Fleet)')
    expect(text).not.toContain('Recommended, in no project')
    expect(text).not.toMatch(/3 projects/)
    const unused = await get('/drift?programme=Fleet&kind=unused-on-radar')
    expect(unused.text).toContain('are counted for all projects only')
  })
})

describe('a filter by no programme', () => {
  const lost = project('Lost', '', { names: ['Perl', 'Logo'] })
  const stored = { ...STORED, projects: { projects: [...STORED.projects.projects, lost] } }

  it.each([
    ['projects', { total: 1 }],
    ['completeness', { counted: 1 }],
    ['technologies', { total: 2 }],
    ['drift', { total: 1, findings: [{ technology: 'Perl', projects: ['Lost'] }] }],
    ['trends', { today: { projects: 1 } }],
  ])('selects the projects that name none in %s', async (path, expected) => {
    const { get } = await service(stored)
    const { body } = await get(`/api/${path}?programme=%28NO+programme%29`)
    expect(body).toMatchObject(expected)
  })
})

describe('a filter by retired projects', () => {
  it.each([
    ['true', ['Wrecks']],
    ['false', ['Berths', 'Buoys', 'Tides']],
  ])('lists them, or the others: %s', async (retired, names) => {
    const { get } = await service(STORED)
    const { body } = await get(`/api/projects?retired=${retired}`)
    expect(body.projects.map(({ name }: { name: string }) => name)).toEqual(names)
  })
})

describe('a filter by an unknown name', () => {
  it.each([
    ['drift?project=Berth', 'project', 'similar are Berths'],
    ['technologies?project=tide', 'project', 'similar are Tides'],
    ['projects?dependency=Bouys', 'dependency', 'similar are Buoys'],
    ['projects?technology=Prel', 'technology', 'similar are Perl'],
    ['drift?technology=xyz', 'technology', 'no name is similar'],
  ])('is 400 with similar names: %s', async (path, part, known) => {
    const { get } = await service(STORED)
    const { status, body } = await get(`/api/${path}`)
    expect([status, body.error]).toEqual([400, `Unknown ${part}: ${known}`])
    const page = await get(`/${path}`).set('accept', 'text/html')
    expect([page.status, page.text]).toEqual([400, expect.stringContaining(`Unknown ${part}`)])
  })
})
