import { inSlices } from '@landscape/contracts/async/in-slices'
import { describe, expect, it } from '@jest/globals'
import { joinLandscape } from '../join/join-landscape.ts'
import { createSearchIndex } from './search-index.ts'

const project = (name: string, main: string[], details: object = {}) => ({
  details: [{ name, programme_name: 'Harbour Operations', ...details }],
  architecture: { languages: { main } },
})

const landscape = await inSlices(
  joinLandscape({
    projects: {
      projects: [
        project('Harbour Berths', ['Angular', 'C#', 'Postgres'], {
          short_name: 'HB',
          project_description: 'Books berths for arriving vessels',
        }),
        project('Tide Tables', ['Node.js', 'C++', 'R']),
      ],
    },
    radar: {
      title: 'Radar',
      quadrants: [],
      rings: [],
      entries: [{ id: 'a', title: 'Angular', description: 'Single pages', timeline: [] }],
    },
    repositories: { repositories: [{ name: 'harbour-ui', url: 'https://scm.example/harbour-ui' }] },
    lists: {},
    names: [{ name: 'PostgreSQL', aliases: ['Postgres'] }],
  }),
)
const index = await createSearchIndex(landscape)
const search = (text: string, kinds?: Parameters<typeof index.search>[1]['kinds']) =>
  index
    .search(text, { limit: 10, ...(kinds && { kinds }) })
    .map(({ kind, title }) => `${kind} ${title}`)

describe('createSearchIndex', () => {
  it.each([
    ['angu', 'technology Angular'],
    ['Angulr', 'technology Angular'],
    ['node js', 'technology Node.js'],
    ['c#', 'technology C#'],
    ['c++', 'technology C++'],
    ['postgres', 'technology PostgreSQL'],
    ['harbour operations', 'programme Harbour Operations'],
    ['tide', 'project Tide Tables'],
    ['vessels', 'project Harbour Berths'],
    ['HB', 'project Harbour Berths'],
    ['harbour-ui', 'repository harbour-ui'],
    ['single pages', 'radar-entry Angular'],
  ])('finds for %s first the %s', (text, first) => {
    expect(search(text)[0]).toBe(first)
  })

  it('finds a radar entry by its description, and its technology by the title', () => {
    expect(search('angular')).toEqual(['technology Angular'])
    expect(search('single')).toEqual(['radar-entry Angular'])
  })

  it('reports where the query was found', () => {
    expect(index.search('vessels', { limit: 1 })).toEqual([
      {
        kind: 'project',
        title: 'Harbour Berths',
        foundIn: ['description'],
        link: '/technologies?project=Harbour%20Berths',
      },
    ])
  })

  it('requires every word of the query', () => {
    expect(search('vessels tables')).toEqual([])
  })

  it('returns only the requested kinds, up to the limit', () => {
    expect(search('harbour', ['repository'])).toEqual(['repository harbour-ui'])
    expect(index.search('harbour', { limit: 1 })).toHaveLength(1)
  })

  it.each(['', '  ', '---', '*', 'zzzzzz', '\u0000', '__proto__'])(
    'finds nothing for %j',
    (text) => {
      expect(search(text)).toEqual([])
    },
  )
})
