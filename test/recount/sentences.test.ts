import { elementsOf } from '@landscape/dev/page-reader'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { dataService } from '../../services/data/test/data-service.ts'
import type { Stored } from './json.ts'

const DIRECTORATES = [
  { id: 0, name: 'Coast', default: true, enabled: true },
  { id: 1, name: 'Fleet', default: false, enabled: true },
]
const RINGS = ['adopt', 'trial', 'hold', 'ignore'].map((id) => ({ id, name: id.toUpperCase() }))
const QUADRANTS = [
  { id: '1', name: 'Languages' },
  { id: '2', name: 'Tools' },
]

const at = (ringId: string, date = '2024-03-01', directorate?: number) => {
  return { ringId, date, description: '', moved: 0, directorate }
}
const entry = (title: string, quadrant: string, ...timeline: object[]) => {
  return { id: title, title, quadrant, timeline }
}
const radar = (...entries: object[]) => {
  return { title: 'Radar', rings: RINGS, quadrants: QUADRANTS, entries }
}
const projects = (...all: [name: string, technologies: string[], more?: object][]) => ({
  projects: all.map(([name, others, more]) => ({
    details: [{ name }],
    architecture: { frameworks: { main: [], others } },
    ...more,
  })),
})
const linkTo = (url: string) => ({ source_control: [{ links: [{ url }] }] })
const repositories = (...all: [name: string, language: string, more?: object][]) => ({
  repositories: all.map(([name, language, more]) => ({
    name,
    url: `https://scm.example/acme/${name}`,
    visibility: 'PUBLIC',
    technologies: { languages: [{ name: language, size: 5, percentage: 90 }] },
    ...more,
  })),
})
const alias = (name: string, ...aliases: string[]) => [{ name, aliases }]

const RETIRED = { stage: 'Retired' }
const ARCHIVED = { is_archived: true }
const GO_HOLD = radar(entry('Go', '1', at('hold')))
const GO_ADOPT = radar(entry('Go', '1', at('adopt')))
const REDIS_ADOPT = radar(entry('Redis', '2', at('adopt')))
const POSTGRESQL = radar(entry('PostgreSQL', '2', at('adopt')))
const SQL_NAMES = projects(['A', ['Postgres', 'PostgreSQL']], ['B', ['Postgres', 'PostgreSQL']])
const BERTHS = 'https://scm.example/acme/tide'
const TIDE = repositories(['tide', 'Go'])

/** A sentence, the page that has it, documents that prove it, and documents that do not. */
const SENTENCES: [string, path: string, proved: Stored, unproved: Record<string, Stored>][] = [
  [
    'On hold since 1 March 2024, but still used by 1 project',
    '/drift',
    { radar: GO_HOLD, projects: projects(['A', ['Go']], ['B', ['Go'], RETIRED]) },
    {
      'a retired project': { radar: GO_HOLD, projects: projects(['A', ['Go'], RETIRED]) },
      'the hold of another directorate': {
        radar: radar(entry('Go', '1', at('adopt'), at('hold', '2024-03-01', 1))),
        projects: projects(['A', ['Go']]),
        directorates: DIRECTORATES,
      },
    },
  ],
  [
    'On hold since 1 March 2024, but still used by 1 repository',
    '/drift',
    { radar: GO_HOLD, repositories: repositories(['a', 'Go'], ['b', 'Go', ARCHIVED]) },
    {
      'an archived repository': {
        radar: GO_HOLD,
        repositories: repositories(['a', 'Go', ARCHIVED]),
      },
    },
  ],
  [
    'Ignored since 1 March 2024, but still used by 1 project',
    '/drift',
    { radar: radar(entry('Go', '1', at('ignore'))), projects: projects(['A', ['Go']]) },
    { 'a hold': { radar: GO_HOLD, projects: projects(['A', ['Go']]) } },
  ],
  [
    '2 projects use it, and the radar does not contain it',
    '/drift',
    { projects: projects(['A', ['Pager']], ['B', ['Pager']]) },
    {
      'a retired project': { projects: projects(['A', ['Pager']], ['B', ['Pager'], RETIRED]) },
      'an alias of an entry': {
        radar: REDIS_ADOPT,
        projects: projects(['A', ['Pager']], ['B', ['Pager']]),
        technologyNames: alias('Redis', 'Pager'),
      },
      'an entry without a position of the default directorate': {
        radar: radar(entry('Pager', '2', at('adopt', '2024-03-01', 1))),
        projects: projects(['A', ['Pager']], ['B', ['Pager']]),
        directorates: DIRECTORATES,
      },
    },
  ],
  [
    'In adopt since 1 March 2024, but named by no project',
    '/drift',
    { radar: REDIS_ADOPT },
    {
      'a project': { radar: REDIS_ADOPT, projects: projects(['A', ['redis']]) },
      'the recommendation of another directorate': {
        radar: radar(entry('Redis', '2', at('hold'), at('adopt', '2024-03-01', 1))),
        directorates: DIRECTORATES,
      },
    },
  ],
  [
    'contained in no repository',
    '/drift',
    { radar: GO_ADOPT, repositories: repositories(['a', 'C']) },
    {
      'a technology that is not scanned': { radar: REDIS_ADOPT, repositories: TIDE },
      'a repository': { radar: GO_ADOPT, repositories: TIDE },
      'no scan': { radar: GO_ADOPT },
    },
  ],
  [
    'Go makes up 90 % of tide, but Berths does not declare it',
    '/drift',
    {
      projects: projects(['Berths', [], linkTo('git@scm.example:acme/tide.git')]),
      repositories: TIDE,
    },
    {
      'an alias': {
        projects: projects(['Berths', ['golang'], linkTo(BERTHS)]),
        repositories: TIDE,
        technologyNames: alias('Go', 'golang'),
      },
      'a link to another owner': {
        projects: projects(['Berths', [], linkTo('https://scm.example/other/tide')]),
        repositories: TIDE,
      },
    },
  ],
  [
    'Postgres (2 projects) and PostgreSQL (2 projects)',
    '/drift',
    { projects: SQL_NAMES },
    { 'a stored alias': { projects: SQL_NAMES, technologyNames: alias('PostgreSQL', 'Postgres') } },
  ],
  [
    'No move since 1 March 2024',
    '/drift',
    { radar: GO_ADOPT },
    {
      'a review': { radar: radar(entry('Go', '1', at('adopt'), at('adopt', '2025-05-01'))) },
      'a later move': { radar: radar(entry('Go', '1', at('adopt'), at('hold', '2026-01-01'))) },
    },
  ],
  [
    'Last reviewed on 1 May 2025',
    '/drift',
    { radar: radar(entry('Go', '1', at('adopt'), at('adopt', '2025-05-01'))) },
    { 'a move': { radar: radar(entry('Go', '1', at('adopt'), at('hold', '2025-05-01'))) } },
  ],
  [
    'Its timeline has no date',
    '/drift',
    { radar: radar(entry('Go', '1', at('adopt', 'soon'))) },
    {
      'a date of another directorate': {
        radar: radar(entry('Go', '1', at('adopt', '2024-03-01', 1))),
        directorates: DIRECTORATES,
      },
    },
  ],
  [
    'HOLD since 1 March 2024',
    '/technologies/go',
    { radar: GO_HOLD },
    {
      'the hold of another directorate alone': {
        radar: radar(entry('Go', '1', at('adopt'), at('hold', '2024-03-01', 1))),
        directorates: DIRECTORATES.slice(0, 1),
      },
    },
  ],
  [
    'Not on the radar',
    '/technologies/Postgres',
    { projects: SQL_NAMES },
    {
      'an alias of an entry': {
        radar: POSTGRESQL,
        technologyNames: alias('PostgreSQL', 'Postgres'),
      },
      'a look-alike of an entry': { radar: POSTGRESQL, projects: SQL_NAMES },
    },
  ],
  [
    'You may mean PostgreSQL (ADOPT)',
    '/technologies/Postgres',
    { radar: POSTGRESQL, projects: SQL_NAMES },
    {
      'another ring': { radar: radar(entry('PostgreSQL', '2', at('hold'))), projects: SQL_NAMES },
      'another name': { radar: REDIS_ADOPT, projects: SQL_NAMES },
    },
  ],
  [
    'No project names it',
    '/technologies/redis',
    { radar: REDIS_ADOPT },
    { 'a retired project': { radar: REDIS_ADOPT, projects: projects(['A', ['Redis'], RETIRED]) } },
  ],
  [
    'No repository contains it',
    '/technologies/go',
    { radar: GO_ADOPT, repositories: repositories(['a', 'C']) },
    {
      'an archived repository': {
        radar: GO_ADOPT,
        repositories: repositories(['a', 'Go', ARCHIVED]),
      },
      'a technology that is not scanned': { radar: radar(entry('Go', '2', at('adopt'))) },
      'no scan': { radar: GO_ADOPT },
    },
  ],
  [
    'is an alias of Node.js',
    '/technologies/node',
    { radar: radar(entry('Node.js', '2', at('adopt'))), technologyNames: alias('Node.js', 'node') },
    { 'a spelling': { radar: radar(entry('NO-DE', '2', at('adopt'))) } },
  ],
  [
    'is an alias of',
    '/technologies/node%20js',
    { radar: REDIS_ADOPT, technologyNames: alias('Redis', 'node js') },
    { 'a spelling': { radar: radar(entry('Node.js', '2', at('adopt'))) } },
  ],
]

/** The text of a page, as a browser shows it. */
async function textOf(stored: Stored, path: string): Promise<string> {
  const { app } = await dataService({ ...stored })
  const { text } = await request(app).get(path).set('accept', 'text/html')
  return elementsOf(text).find(({ name }) => name === 'main')?.text ?? text
}

describe.each(SENTENCES)('the sentence “%s” on %s', (sentence, path, proved, unproved) => {
  it('is claimed when the documents prove it', async () => {
    expect(await textOf(proved, path)).toContain(sentence)
  })

  it.each(Object.entries(unproved))('is not claimed for %s', async (_, stored) => {
    expect(await textOf(stored, path)).not.toContain(sentence)
  })
})
