import { describe, expect, it } from '@jest/globals'
import { beyondBounds } from './beyond-bounds.ts'

const LONG = 'x'.repeat(101)

const NOTHING = {
  radar: { title: '', quadrants: [], rings: [], entries: [] },
  lists: {},
  repositories: { repositories: [] },
  projects: { projects: [] },
  names: [],
  directorates: [],
}

function many(count: number, prefix = 'x'): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i}`)
}

function found(documents: Partial<typeof NOTHING> | object) {
  const { radar, arrayData, repositories, projects } = beyondBounds({ ...NOTHING, ...documents })
  const all = [...radar, ...arrayData, ...repositories, ...projects]
  return all.map(({ path, what }) => [path, what])
}

describe('beyondBounds', () => {
  it('counts names, links and dependencies beyond the bounds of a project', () => {
    const project = {
      architecture: { languages: { main: [...many(301), LONG] } },
      source_control: [{ links: many(51).map((name) => ({ url: `https://a/b/${name}` })) }],
      details: [{ project_dependencies: many(101).map((name) => ({ name })) }],
    }
    expect(found({ projects: { projects: [project] } })).toEqual([
      [['projects', 0], 'has 1 more names of technologies than take part'],
      [['projects', 0], 'has 1 more links than take part'],
      [['projects', 0], 'has 1 more dependencies than take part'],
    ])
  })

  it('counts names that exceed the bound of an owner', () => {
    const projects = ['a', 'b', 'c', 'd'].map((name) => ({
      details: [{ name }],
      owner: 'owner@example.org',
      architecture: { languages: { main: many(300, name) } },
    }))
    expect(found({ projects: { projects: ['not a project', ...projects] } })).toEqual([
      [['projects', 4], 'has 200 more names of technologies than take part'],
    ])
  })

  it('counts entries, list items and languages beyond the bounds of the landscape', () => {
    const entries = [...many(5_003), LONG].map((title) => ({ id: title, title, timeline: [] }))
    const languages = [...many(2_001), LONG, LONG].map((name) => ({ name }))
    expect(
      found({
        radar: { ...NOTHING.radar, entries },
        lists: { languages: [...many(5_002), LONG] },
        repositories: { repositories: [{ name: 'a', technologies: { languages } }] },
      }),
    ).toEqual([
      [['entries'], 'has 3 more entries than take part'],
      [[], 'has 2 more items than take part'],
      [['repositories'], 'has 1 more languages than take part'],
    ])
  })

  it('finds nothing within the bounds', () => {
    expect(found({ lists: { languages: ['Go'] } })).toEqual([])
  })
})
