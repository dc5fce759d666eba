import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS, type DocumentName } from '@landscape/contracts/documents'
import { monthlyRef } from '@landscape/contracts/monthly-documents'
import { nameOf } from '@landscape/store/objects/port'
import { isLarge } from '@landscape/admin-review/history/removals'
import { checkEdit } from './rules.ts'

const sample = (name: DocumentName): unknown => {
  const path = `../../sample-data/${nameOf(DOCUMENTS[name].ref)}`
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}
const refOf = (name: DocumentName) => DOCUMENTS[name].ref
const faultLines = (name: DocumentName, next: unknown, stored?: unknown) =>
  checkEdit(refOf(name), next, stored).faults.map(
    ({ path, detail }) => `/${path.join('/')} ${detail}`,
  )
const removed = (name: DocumentName, next: unknown, stored: unknown) =>
  checkEdit(refOf(name), next, stored)
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
  'technologyNames',
] as const

describe('checkEdit', () => {
  it.each(SAMPLES)('accepts the sample document %s as new and as unchanged', (name) => {
    const document = sample(name)
    expect(faultLines(name, document)).toEqual([])
    expect(faultLines(name, document, document)).toEqual([])
    expect(removed(name, document, document)).toEqual([])
  })

  it('counts rows of the host as days of usage', () => {
    const rows = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => ({ day }))
    expect(faultLines('organisationHistory', rows)).toEqual([])
    expect(removed('organisationHistory', rows, rows)).toEqual([])
    expect(removed('organisationHistory', [], rows)).toEqual(['3 of 3 days of usage'])
  })

  it('returns the paths of invalid banner values', () => {
    expect(faultLines('banners', { messages: [{ message: 5 }, 7] })).toEqual([
      '/messages/0/message must be a string',
      '/messages/0/pages must not be empty',
      '/messages/1 must be an object',
    ])
  })

  it('returns the paths of invalid names and of an alias of two technologies', () => {
    const named = (name: string, ...aliases: unknown[]) => ({ name, aliases })
    expect(faultLines('technologyNames', [named('Go'), named('C', 7)])).toEqual([
      '/1/aliases/0 must be a string',
    ])
    expect(faultLines('technologyNames', [named('PostgreSQL', 'PG'), named('Plug', 'pg')])).toEqual(
      ['/1/aliases/0 also belongs to PostgreSQL'],
    )
  })

  it('accepts irregular values that are already stored', () => {
    const banners = { messages: [{ message: 5 }] }
    expect(faultLines('banners', banners, banners)).toEqual([])
  })

  it('returns the paths of invalid values in lists, radars and projects', () => {
    expect(faultLines('arrayData', { languages: ['Go', 7] })).toEqual([
      '/languages/1 must be a string',
    ])
    const radar = sample('radar') as { entries: object[] }
    expect(
      faultLines('radar', { ...radar, entries: [{ ...radar.entries[0], quadrant: 'x' }] }),
    ).toEqual([expect.stringMatching(/^\/entries\/0\/quadrant is not a quadrant of this radar/)])
    const user = [{ email: 'kim@acme.example' }]
    expect(
      faultLines('projects', {
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
    ['technologyNames', [], ' technology names'],
  ] as const)('counts the removed elements of %s', (name, next, kind) => {
    const [loss = ''] = removed(name, next, sample(name))
    expect(loss).toContain(kind)
    expect(loss).toMatch(/^(\d+) of \1 /)
  })

  it('accepts any object of another program', () => {
    expect(checkEdit({ bucket: 'main', key: 'other.json' }, 7, [])).toEqual({
      faults: [],
      losses: [],
    })
  })
})

describe('checkEdit of a monthly document', () => {
  it('reports rows of repositories that an edit removes', () => {
    const rows = Array.from({ length: 20 }, (_, i) => ({ day: '2026-11-12', repo_id: i }))
    const ref = monthlyRef('repositoryUsage', '2026-11')
    expect(checkEdit(ref, rows, rows).losses.filter(isLarge)).toEqual([])
    const loss = checkEdit(ref, rows.slice(0, 5), rows).losses.find(isLarge)
    expect(loss).toMatchObject({ of: 'rows of repositories', total: 20 })
    expect(loss?.removes).toHaveLength(15)
  })
})
