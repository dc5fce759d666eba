import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS, type DocumentName } from '@landscape/contracts'
import { nameOf } from '@landscape/store'
import { isLarge } from '../../services/admin-review/src/history/shrink-guard.ts'
import { judge } from './rules.ts'

const sample = (name: DocumentName): unknown => {
  const path = `../../sample-data/${nameOf(DOCUMENTS[name].ref)}`
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}
const refOf = (name: DocumentName) => DOCUMENTS[name].ref
const places = (name: DocumentName, next: unknown, stored?: unknown) =>
  judge(refOf(name), next, stored).faults.map(({ path, detail }) => `/${path.join('/')} ${detail}`)
const removed = (name: DocumentName, next: unknown, stored: unknown) =>
  judge(refOf(name), next, stored)
    .losses.filter(isLarge)
    .map(({ of, removes, total }) => `${removes.length} of ${total} ${of}`)

const SAMPLES = [
  'radar',
  'banners',
  'arrayData',
  'projects',
  'repositories',
  'directorates',
  'organisationHistory',
  'teamsHistory',
  'teams',
  'adminTeams',
] as const

describe('the judgement of a document that would be stored', () => {
  it.each(SAMPLES)('accepts the sample document %s, new and over itself', (name) => {
    const document = sample(name)
    expect(places(name, document)).toEqual([])
    expect(places(name, document, document)).toEqual([])
    expect(removed(name, document, document)).toEqual([])
  })

  it('names the places that an edit of banners over HTTP names', () => {
    expect(places('banners', { messages: [{ message: 5 }, 7] })).toEqual([
      '/messages/0/message must be a string',
      '/messages/0/pages must not be empty',
      '/messages/1 must be an object',
    ])
  })

  it('accepts what is odd when it is stored in the same way already', () => {
    const banners = { messages: [{ message: 5 }] }
    expect(places('banners', banners, banners)).toEqual([])
  })

  it('names the places of lists, radars and projects', () => {
    expect(places('arrayData', { languages: ['Go', 7] })).toEqual(['/languages/1 must be a string'])
    const radar = sample('radar') as { entries: object[] }
    expect(
      places('radar', { ...radar, entries: [{ ...radar.entries[0], quadrant: 'x' }] }),
    ).toEqual([expect.stringMatching(/^\/entries\/0\/quadrant is not a quadrant of this radar/)])
    const user = [{ email: 'kim@acme.example' }]
    expect(
      places('projects', {
        projects: [{ user, details: [{ name: 'Tide' }] }, { user, details: [{}] }, 7],
      }),
    ).toEqual(['/projects/1/details/0/name is missing', expect.stringMatching(/^\/projects\/2 /)])
  })

  it.each([
    ['banners', { messages: [] }, ' banners'],
    ['projects', { projects: [] }, ' projects'],
    ['repositories', { repositories: [] }, ' repositories'],
    ['directorates', [], ' directorates'],
    ['organisationHistory', [], ' days of usage'],
    ['teamsHistory', [], ' teams with usage'],
    ['teams', [], ' teams'],
  ] as const)('says how much of %s goes', (name, next, text) => {
    const [loss = ''] = removed(name, next, sample(name))
    expect(loss).toContain(text)
    expect(loss).toMatch(/^(\d+) of \1 /)
  })

  it('has no rule for an object of another program', () => {
    expect(judge({ bucket: 'main', key: 'other.json' }, 7, [])).toEqual({ faults: [], losses: [] })
  })
})
