import { describe, expect, it } from '@jest/globals'
import { atOnce } from '@landscape/contracts/async/in-slices'
import * as fc from 'fast-check'
import {
  FILTERS,
  facetOf,
  filterProjects,
  findCandidates,
  selectSections,
  type Filter,
} from './filter-projects.ts'
import { MALFORMED } from './project.fixture.ts'
import { type JsonRecord, recordsOf } from '@landscape/contracts/json'
import { projectOfRecord } from '@landscape/contracts/projects'
import { projectsOf, publicProject } from './project.ts'

const tide = {
  user: [{ email: 'kim@acme.example', roles: ['Editor', 'Technical Contact'] }],
  details: [{ name: 'Tide Tables' }],
  developed: ['Partnership', 'Tidal Works'],
  source_control: [
    { type: 'Github', links: [{ description: 'batch', url: 'https://scm.example/acme/tide' }] },
  ],
  architecture: {
    hosting: { type: ['Cloud'], details: ['AWS'] },
    database: { main: ['PostgreSQL'], others: ['Redis'] },
    languages: { main: ['TypeScript'], others: ['Go'] },
    frameworks: { main: [], others: ['Fastify'] },
    cicd: { main: ['Concourse'], others: [] },
    infrastructure: { main: [], others: ['Terraform'] },
    publishing: { main: [], others: ['npm'] },
    environments: { dev: true, int: false, prod: true },
  },
  stage: '',
}
const wind = {
  details: [{ name: 'Wind' }],
  developed: ['Outsourced', ['Gale', 'Tidal Works Ltd']],
  architecture: {
    languages: { main: 'Java' },
    hosting: { type: [''] },
    cicd: { main: ' Straßenbahn' },
  },
}
const typed = (records: readonly JsonRecord[]) => records.map(projectOfRecord)
const projects = typed([...recordsOf(MALFORMED), tide, wind])
const namesFor = (filter: Filter) =>
  atOnce(filterProjects(projects, filter)).map(({ raw }) => raw['details'])
const T = tide.details
const W = wind.details

describe('filterProjects', () => {
  it.each<[Filter, unknown[]]>([
    [{ email: ['KIM@acme.example'] }, [T]],
    [{ email: ['kim'] }, []],
    [{ roles: ['editor'] }, [T]],
    [{ name: ['tide tables', 'nothing'] }, [T]],
    [{ name: ['tide'] }, []],
    [{ languages: ['go'] }, [T]],
    [{ languages: ['GO', 'java'] }, [T, W]],
    [{ hosting: ['cloud'] }, [T]],
    [{ hosting: ['aws'] }, [T]],
    [{ database: ['redis'] }, [T]],
    [{ frameworks: ['fastify'] }, [T]],
    [{ cicd: ['concourse'] }, [T]],
    [{ infrastructure: ['terraform'] }, [T]],
    [{ publishing: ['npm'] }, [T]],
    [{ environments: ['PROD', 'uat'] }, [T]],
    [{ environments: ['int'] }, []],
    [{ developed: ['outsourced'] }, [W]],
    [{ developed: ['partner'] }, []],
    [{ developed: ['tidal'] }, [T, W]],
    [{ developed: ['gale', 'nothing'] }, [W]],
    [{ languages: [' Go '] }, [T]],
    [{ cicd: ['straßenbahn'] }, [W]],
    [{ cicd: ['strassenbahn'] }, []],
    [{ source_control: ['git', 'ACME/tide'] }, [T]],
    [{ source_control: ['git', 'gitlab'] }, []],
    [{ languages: ['go'], hosting: ['cloud'], name: ['tide tables'] }, [T]],
    [{ languages: ['go'], hosting: ['on-premises'] }, []],
  ])('matches %j', (filter, expected) => {
    expect(namesFor(filter)).toEqual(expected)
  })

  it('returns all projects without values', () => {
    expect(atOnce(filterProjects(projects, { languages: [] }))).toEqual(projects)
  })

  it.each(FILTERS)('accepts malformed sections in the filter %s', (name) => {
    const malformed = typed(recordsOf(MALFORMED))
    expect(atOnce(filterProjects(malformed, { [name]: ['anything'] }))).toEqual([])
  })

  it('reads each section of a version once for all searches', () => {
    let reads = 0
    const watched = {
      get developed() {
        reads++
        return tide.developed
      },
    }
    for (const wanted of [['tidal', 'partnership', 'x'], ['gale'], ['TIDAL']]) {
      atOnce(filterProjects(typed([watched]), { developed: wanted }))
    }
    expect(reads).toBe(1)
  })

  it('may be interrupted after each project', () => {
    const search = filterProjects(typed([tide, wind]), { name: ['x'] })
    expect([search.next(), search.next(), search.next()].map(({ done }) => done)).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('findCandidates', () => {
  const values = fc.constantFrom('go', 'GO', 'java', 'cloud', 'aws', 'tidal', 'wind', 'git', 'x')
  const filters = fc.dictionary(
    fc.constantFrom(...FILTERS),
    fc.array(values, { maxLength: 3 }),
  ) as fc.Arbitrary<Filter>
  const versions = fc.array(fc.array(fc.constantFrom(...(MALFORMED as unknown[]), tide, wind)), {
    minLength: 1,
    maxLength: 4,
  })

  it('leaves the matches of a scan in every version, in stored order', async () => {
    await fc.assert(
      fc.asyncProperty(versions, filters, async (lists, filter) => {
        for (const list of lists) {
          const scanned = atOnce(filterProjects(typed(recordsOf(list)), filter))
          const candidates = findCandidates(projectsOf(list), filter)
          const found = atOnce(filterProjects(candidates, filter))
          expect(found).toEqual(scanned)
        }
      }),
    )
  })

  it('returns only the records of the most selective exact filter', () => {
    const list = [tide, wind, { ...tide, details: [] }]
    const found = findCandidates(projectsOf(list), { languages: ['go'], name: ['tide tables'] })
    expect(found.map(({ raw }) => raw)).toEqual([tide])
  })
})

describe('facetOf', () => {
  it('returns an empty first element for an absent type', () => {
    expect(facetOf(projectOfRecord({ developed: [null, ['Gale']] }), 'developed')).toEqual([
      '',
      'gale',
    ])
  })
})

describe('selectSections', () => {
  it.each(['user', 'details', 'developed', 'source_control', 'architecture'] as const)(
    'returns only the section %s',
    (section) => {
      expect(selectSections(publicProject(tide), [section])).toEqual({ [section]: tide[section] })
    },
  )

  it('returns the selected sections that the project has', () => {
    expect(selectSections(publicProject(wind), ['details', 'user', 'stage'])).toEqual({
      details: W,
    })
  })

  it('ignores the case of section names', () => {
    expect(selectSections(publicProject(wind), ['Developed', 'ARCHITECTURE'])).toEqual({
      developed: wind.developed,
      architecture: wind.architecture,
    })
  })

  it('returns all sections when no known one is selected', () => {
    expect(selectSections(publicProject(wind), ['stage', '__proto__'])).toEqual(wind)
  })
})
