import { describe, expect, it } from '@jest/globals'
import {
  leftOutEntries,
  leftOutItems,
  leftOutLanguages,
  leftOutNames,
  leftOutOfProjects,
} from './left-out.ts'

const LONG = 'x'.repeat(101)
const FITS = '語'.repeat(100)

describe('values that do not take part', () => {
  it.each([
    [leftOutEntries({ entries: [{ title: FITS }, { title: LONG }] }), ['entries', 1, 'title']],
    [leftOutItems({ languages: [FITS, LONG] }), ['languages', 1]],
    [leftOutNames([{ name: FITS, aliases: ['Go', LONG] }]), [0, 'aliases', 1]],
    [
      leftOutLanguages([{ technologies: { languages: [{ name: LONG }] } }]),
      ['repositories', 0, 'technologies', 'languages', 0, 'name'],
    ],
    [
      leftOutOfProjects([{ architecture: { database: { main: [FITS], others: [LONG] } } }]),
      ['projects', 0, 'architecture', 'database', 'others', 0],
    ],
    [
      leftOutOfProjects([
        { source_control: [{ links: [{ url: `https://a/${'x'.repeat(2_000)}` }] }] },
      ]),
      ['projects', 0, 'source_control', 0, 'links', 0, 'url'],
    ],
    [
      leftOutOfProjects([{ source_control: [{ type: LONG }] }]),
      ['projects', 0, 'source_control', 0, 'type'],
    ],
    [
      leftOutOfProjects([{ details: [{ name: LONG, project_dependencies: [{ name: LONG }] }] }]),
      ['projects', 0, 'details', 0, 'project_dependencies', 0, 'name'],
    ],
  ])('are found with their path', (found, path) => {
    expect(found.map((one) => one.path)).toEqual([path])
  })
})
