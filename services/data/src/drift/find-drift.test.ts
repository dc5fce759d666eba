import type { Kind } from './reply.ts'
import { inSlices } from '@landscape/contracts/async/in-slices'
import { describe, expect, it } from '@jest/globals'
import { joinLandscape, type LandscapeDocuments } from '../join/join-landscape.ts'
import { findDrift } from './find-drift.ts'
import { lookAlikesIn } from '../names/look-alike-index.ts'
import { findingRow } from './finding.ts'

const entry = (title: string, ring: string, date = '2024-04-15', quadrant = '2') => ({
  id: title.toLowerCase(),
  title,
  quadrant,
  description: '',
  timeline: [{ moved: 0, ringId: ring, date, description: '' }],
})

const project = (name: string, languages: string[], more: object = {}) => ({
  details: [{ name, programme_name: 'Harbours' }],
  architecture: { languages: { main: languages, others: [] } },
  stage: 'Active Support',
  ...more,
})

const repository = (name: string, language: string, percentage: number, is_archived = false) => ({
  name,
  url: `https://scm.example/${name}`,
  is_archived,
  technologies: { languages: [{ name: language, percentage, size: 10 }] },
})

const linkTo = (name: string) => ({
  source_control: [{ links: [{ url: `https://scm.example/${name}` }] }],
})

/** Two projects that use the same names. */
const both = (names: string[]) => [project('A', names), project('B', names)]

interface Sample {
  projects?: unknown[]
  entries?: unknown[]
  repositories?: unknown[]
  names?: LandscapeDocuments['names']
}

const SINCE = Date.parse('2025-06-01')

async function find(
  kind: Kind,
  sample: Sample,
  changed: string[] = [],
  knownSince?: number | null,
) {
  const { projects = [], entries = [], repositories = [], names = [] } = sample
  const landscape = await inSlices(
    joinLandscape({
      projects: { projects },
      radar: { title: 'Radar', quadrants: [{ id: '1', name: 'Languages' }], rings: [], entries },
      repositories: { repositories },
      lists: {},
      names,
      directorates: [],
    }),
  )
  const lookAlikes = await lookAlikesIn(landscape)
  const review = {
    since: SINCE,
    months: 12,
    changed: {
      ids: new Set(changed),
      since: knownSince === null ? undefined : (knownSince ?? SINCE),
    },
  }
  const { findings } = await inSlices(findDrift(landscape, { review, lookAlikes }))
  return findings.filter((finding) => finding.kind === kind).map((finding) => findingRow(finding))
}

describe('on-hold-in-use', () => {
  it.each(['hold', 'ignore'])('finds a technology in %s that a project uses', async (ring) => {
    const sample = { projects: [project('A', ['Angular'])], entries: [entry('Angular', ring)] }
    expect(await find('on-hold-in-use', sample)).toEqual([
      {
        kind: 'on-hold-in-use',
        technology: 'Angular',
        subject: { type: 'technology', name: 'Angular' },
        evidence: `In ${ring === 'hold' ? ring : 'IGNORE'} since 15 April 2024, but still named by 1 project`,
        count: 1,
        projects: ['A'],
        slugs: ['a'],
        projectTotal: 1,
        programmes: ['Harbours'],
        ring,
        repositoryTotal: null,
        link: '/technologies/angular',
      },
    ])
  })

  it('counts projects that are not retired and repositories that are not archived', async () => {
    const sample = {
      projects: [project('A', ['Ruby']), project('B', ['Ruby'], { stage: 'Retired' })],
      entries: [entry('Ruby', 'hold')],
      repositories: [
        repository('a', 'Ruby', 90),
        repository('b', 'Ruby', 1),
        repository('c', 'Ruby', 100, true),
      ],
    }
    expect(await find('on-hold-in-use', sample)).toMatchObject([
      {
        evidence:
          'In hold since 15 April 2024, but still named by 1 project and contained in 2 repositories',
        count: 3,
        projects: ['A'],
        slugs: ['a'],
        repositoryTotal: 2,
      },
    ])
    expect(await find('on-hold-in-use', { ...sample, projects: [] })).toMatchObject([
      { evidence: 'In hold since 15 April 2024, but still contained in 2 repositories', count: 2 },
    ])
  })

  it.each([
    [
      'a technology that only retired projects name',
      { projects: [project('A', ['Ruby'], { stage: 'Retired' })] },
    ],
    [
      'a language of archived repositories only',
      { repositories: [repository('a', 'Ruby', 90, true)] },
    ],
  ])('omits %s', async (_, sample) => {
    const entries = [entry('Ruby', 'hold')]
    expect(await find('on-hold-in-use', { ...sample, entries })).toEqual([])
  })

  it('finds the entry on hold among several of one technology', async () => {
    const sample = {
      projects: [project('A', ['Jenkins'])],
      entries: [entry('React', 'adopt'), entry('Jenkins', 'hold')],
      names: [{ name: 'React', aliases: ['Jenkins'] }],
    }
    expect(await find('on-hold-in-use', sample)).toHaveLength(1)
  })

  it('omits technologies of other rings', async () => {
    const projects = [project('A', ['Go'])]
    expect(await find('on-hold-in-use', { projects, entries: [entry('Go', 'adopt')] })).toEqual([])
  })
})

describe('not-on-radar', () => {
  it('finds a technology of two projects that the radar does not contain', async () => {
    const projects = [project('A', ['Pager']), project('B', ['pager']), project('C', ['Rare'])]
    expect(await find('not-on-radar', { projects })).toMatchObject([
      { technology: 'Pager', count: 2 },
    ])
  })

  it('omits a technology that fewer than two projects use, apart from retired ones', async () => {
    const projects = [project('A', ['Pager']), project('B', ['Pager'], { stage: 'Retired' })]
    expect(await find('not-on-radar', { projects })).toEqual([])
  })

  it('names a look-alike that the radar contains', async () => {
    const projects = both(['Postgres'])
    const entries = [entry('PostgreSQL', 'adopt')]
    const [found] = await find('not-on-radar', { projects, entries })
    expect(found?.evidence).toBe(
      '2 projects name it, and the radar does not contain it, but it contains PostgreSQL (adopt): ' +
        'the names differ only by a suffix',
    )
  })

  it('omits a technology that the radar contains under an alias', async () => {
    const sample = {
      projects: [project('A', ['Postgres']), project('B', ['Postgres'])],
      entries: [entry('PostgreSQL', 'adopt')],
      names: [{ name: 'PostgreSQL', aliases: ['Postgres'] }],
    }
    expect(await find('not-on-radar', sample)).toEqual([])
  })
})

describe('unused-on-radar', () => {
  it('finds entries in adopt and trial that nobody uses', async () => {
    const entries = ['adopt', 'trial', 'assess', 'hold'].map((ring) => entry(`In ${ring}`, ring))
    expect(await find('unused-on-radar', { entries })).toMatchObject([
      { technology: 'In adopt' },
      { technology: 'In trial' },
    ])
  })

  const retired = project('A', ['Redis', 'Go'], { stage: 'Retired' })
  const archived = repository('a', 'Go', 90, true)
  it.each([
    ['Redis', 'named by no project', {}],
    ['Redis', 'named by no project except 1 retired one', { projects: [retired] }],
    ['Redis', 'named by no project', { repositories: [archived] }],
    ['Go', 'named by no project', {}],
    [
      'Go',
      'named by no project and contained in no repository',
      { repositories: [repository('a', 'C', 90)] },
    ],
    [
      'Go',
      'named by no project except 1 retired one and contained in no repository except 1 archived one',
      { projects: [retired], repositories: [archived] },
    ],
  ])('claims of %s only that it is %s', async (title, claim, sample) => {
    const entries = [entry(title, 'adopt', undefined, title === 'Go' ? '1' : '2')]
    expect(await find('unused-on-radar', { ...sample, entries })).toMatchObject([
      { evidence: `In adopt since 15 April 2024, but ${claim}` },
    ])
  })

  it('omits an entry that a repository contains', async () => {
    const sample = { entries: [entry('Go', 'adopt')], repositories: [repository('a', 'Go', 1)] }
    expect(await find('unused-on-radar', sample)).toEqual([])
  })
})

describe('undeclared-language', () => {
  const sample = (share: number, languages: string[]) => ({
    projects: [project('A', languages, linkTo('a')), project('B', [])],
    repositories: [repository('a', 'Python', share)],
  })

  it('finds a language of 10 % that the project does not name', async () => {
    expect(await find('undeclared-language', sample(10, ['Go']))).toMatchObject([
      {
        technology: 'Python',
        subject: { type: 'project', name: 'A' },
        evidence: 'Python makes up 10 % of a, but A does not declare it',
        count: 10,
      },
    ])
  })

  it.each([
    ['a language of less than 10 %', sample(9.9, [])],
    ['a language that the project names', sample(80, ['python'])],
  ])('omits %s', async (_, documents) => {
    expect(await find('undeclared-language', documents)).toEqual([])
  })
})

describe('unknown-repository', () => {
  it('finds a link to an owner of the scan that fits no repository', async () => {
    const links = [{ url: 'https://scm.example/acme/old' }, { url: 'https://scm.example/acme/a' }]
    const projects = [project('Tides & Co', [], { source_control: [{ links }] })]
    const repositories = [{ name: 'a', url: 'https://scm.example/acme/a' }]
    expect(await find('unknown-repository', { projects, repositories })).toEqual([
      {
        kind: 'unknown-repository',
        technology: null,
        subject: { type: 'project', name: 'Tides & Co' },
        evidence:
          'Tides & Co links to scm.example/acme/old, but the scan contains no such repository',
        count: 1,
        projects: ['Tides & Co'],
        slugs: ['tides-and-co'],
        projectTotal: 1,
        programmes: ['Harbours'],
        ring: null,
        repositoryTotal: null,
        link: '/projects/tides-and-co',
      },
    ])
  })
})

describe('look-alike-names', () => {
  it.each([
    ['AWS Lambda', 'Lambda', 'the names differ only by a vendor'],
    ['Python 3.11', 'Python', 'the names differ only by a version'],
    ['GitHub Action', 'GitHub Actions', 'one is the plural of the other'],
    ['AngularJS', 'Angular', 'the names differ only by a suffix'],
    ['Postgres', 'Postgresql', 'the names differ only by a suffix'],
    ['Kuberntes', 'Kubernetes', 'they differ by one letter'],
    ['Kubernatis', 'Kubernetis', 'they differ by one letter'],
  ])('finds %s and %s', async (one, other, why) => {
    const found = await find('look-alike-names', { projects: both([one, other]) })
    expect(found).toHaveLength(1)
    expect(found[0]?.evidence).toContain(why)
  })

  it.each([
    ['C', 'C++'],
    ['Java', 'JavaScript'],
    ['Vue', 'Vuex'],
    ['HTML4', 'HTML5'],
    ['Redis', 'Slack'],
  ])('omits %s and %s', async (one, other) => {
    expect(await find('look-alike-names', { projects: both([one, other]) })).toEqual([])
  })

  it('omits a name that only one project uses', async () => {
    const projects = [...both(['Kubernetes']), project('C', ['Kuberntes'])]
    expect(await find('look-alike-names', { projects })).toEqual([])
  })

  it('omits a pair that an alias joins', async () => {
    const sample = {
      projects: both(['AngularJS', 'Angular']),
      names: [{ name: 'Angular', aliases: ['AngularJS'] }],
    }
    expect(await find('look-alike-names', sample)).toEqual([])
  })
})

describe('not-reviewed', () => {
  it('finds an entry whose last position is older than the limit', async () => {
    const entries = [entry('Old', 'adopt', '2025-05-31'), entry('New', 'adopt', '2025-06-01')]
    expect(await find('not-reviewed', { entries })).toMatchObject([
      {
        technology: 'Old',
        subject: { type: 'entry', name: 'Old' },
        evidence: 'No move since 31 May 2025, and no change of its text for 12 months',
        count: 12,
      },
    ])
  })

  it.each([
    [SINCE + 24 * 60 * 60 * 1_000, ''],
    [null, ''],
  ])(
    'claims no unchanged text while the history is shorter than the rule: %j',
    async (known, claim) => {
      const entries = [entry('Old', 'adopt', '2025-05-31')]
      expect(await find('not-reviewed', { entries }, [], known)).toMatchObject([
        { evidence: `No move since 31 May 2025${claim}` },
      ])
    },
  )

  it('calls a position that repeats the ring a review', async () => {
    const { timeline, ...rest } = entry('Go', 'adopt', '2021-04-06')
    const reviewed = { ...timeline[0], date: '2025-02-25' }
    const entries = [{ ...rest, timeline: [...timeline, reviewed] }]
    expect(await find('not-reviewed', { entries })).toMatchObject([
      {
        evidence: 'Last reviewed on 25 February 2025, and no change of its text for 12 months',
        count: 15,
      },
    ])
  })

  it('omits an entry whose text changed since', async () => {
    const entries = [entry('Old', 'adopt', '2020-01-01')]
    expect(await find('not-reviewed', { entries }, ['old'])).toEqual([])
  })

  it('omits entries in ignore', async () => {
    expect(await find('not-reviewed', { entries: [entry('Old', 'ignore', '2020-01-01')] })).toEqual(
      [],
    )
  })
})
