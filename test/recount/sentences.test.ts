import { elementsOf } from '@landscape/dev/page-reader'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { dataService } from '../../services/data/test/data-service.ts'
import { documents } from './documents.ts'

const GO = 'entry Go 1: adopt 2024-03-01'
const GO_HOLD = 'entry Go 1: hold 2024-03-01'
const REDIS = 'entry Redis 2: adopt 2024-03-01'
const PAGER = 'project A: Pager; project B: Pager'
const POSTGRESQL = 'entry PostgreSQL 2: adopt 2024-03-01'
const SQL = 'project A: Postgres, PostgreSQL; project B: Postgres, PostgreSQL'
const LINK = 'https://scm.example/acme/tide'

/** A sentence, the page that has it, documents that prove it, and documents that do not. */
const SENTENCES: [string, path: string, proved: string, unproved: Record<string, string>][] = [
  [
    'On hold since 1 March 2024, but still used by 1 project',
    '/drift',
    `${GO_HOLD}; project A: Go; project B: Go (Retired)`,
    {
      'a retired project': `${GO_HOLD}; project A: Go (Retired)`,
      'the hold of another directorate': `${GO}, hold 2024-03-01 @1; project A: Go; directorates`,
    },
  ],
  [
    'On hold since 1 March 2024, but still used by 1 repository',
    '/drift',
    `${GO_HOLD}; repository a: Go; repository b: Go (archived)`,
    { 'an archived repository': `${GO_HOLD}; repository b: Go (archived)` },
  ],
  [
    'Ignored since 1 March 2024, but still used by 1 project',
    '/drift',
    'entry Go 1: ignore 2024-03-01; project A: Go',
    { 'a hold': `${GO_HOLD}; project A: Go` },
  ],
  [
    '2 projects use it, and the radar does not contain it',
    '/drift',
    PAGER,
    {
      'a retired project': 'project A: Pager; project B: Pager (Retired)',
      'an alias of an entry': `${REDIS}; ${PAGER}; alias Redis: Pager`,
      'an entry of another directorate': `entry Pager 2: adopt 2024-03-01 @1; ${PAGER}; directorates`,
    },
  ],
  [
    'In adopt since 1 March 2024, but named by no project',
    '/drift',
    REDIS,
    {
      'a project': `${REDIS}; project A: redis`,
      'the adopt of another directorate': `${REDIS}, hold 2024-04-01, adopt 2024-03-01 @1; directorates`,
    },
  ],
  [
    'contained in no repository',
    '/drift',
    `${GO}; repository a: C`,
    {
      'a technology that is not scanned': `${REDIS}; repository a: C`,
      'a repository': `${GO}; repository a: Go`,
      'no scan': GO,
    },
  ],
  [
    'Go makes up 90 % of tide, but Berths does not declare it',
    '/drift',
    'project Berths:  -> git@scm.example:acme/tide.git; repository tide: Go',
    {
      'an alias': `project Berths: golang -> ${LINK}; repository tide: Go; alias Go: golang`,
      'another owner': 'project Berths:  -> https://scm.example/a/tide; repository tide: Go',
      'a private repository': `project Berths:  -> ${LINK}; repository tide: Go (private)`,
    },
  ],
  [
    'Postgres (2 projects) and PostgreSQL (2 projects)',
    '/drift',
    SQL,
    { 'a stored alias': `${SQL}; alias PostgreSQL: Postgres` },
  ],
  [
    'No move since 1 March 2024',
    '/drift',
    GO,
    { 'a review': `${GO}, adopt 2025-05-01`, 'a later move': `${GO}, hold 2026-01-01` },
  ],
  [
    'Last reviewed on 1 May 2025',
    '/drift',
    `${GO}, adopt 2025-05-01`,
    { 'a move': `${GO}, hold 2025-05-01` },
  ],
  [
    'Its timeline has no date',
    '/drift',
    'entry Go 1: adopt soon',
    { 'a date of another directorate': 'entry Go 1: adopt 2024-03-01 @1; directorates' },
  ],
  [
    'HOLD since 1 March 2024',
    '/technologies/go',
    'entry Go 1: adopt 2020-01-01, hold 2024-03-01, hold 2025-01-01',
    { 'a return to the ring': `${GO_HOLD}, adopt 2025-01-01, hold 2025-02-01` },
  ],
  [
    'Fleet: HOLD since 1 March 2024',
    '/technologies/go',
    `${GO}, hold 2024-03-01 @1; directorates`,
    { 'the default directorate': `${GO_HOLD}; directorates` },
  ],
  [
    'Last reviewed on 1 January 2025',
    '/technologies/go',
    `${GO_HOLD}, hold 2025-01-01`,
    {
      'a move': `${GO_HOLD}, adopt 2025-01-01`,
      'a move after it': `${GO_HOLD}, hold 2025-01-01, adopt 2025-01-02`,
    },
  ],
  [
    'Not on the radar',
    '/technologies/Postgres',
    SQL,
    { 'an alias of an entry': `${POSTGRESQL}; alias PostgreSQL: Postgres` },
  ],
  [
    'You may mean PostgreSQL (ADOPT)',
    '/technologies/Postgres',
    `${POSTGRESQL}; ${SQL}`,
    {
      'another ring': `${POSTGRESQL}, hold 2024-04-01; ${SQL}`,
      'another name': `${REDIS}; ${SQL}`,
    },
  ],
  [
    'No project names it',
    '/technologies/redis',
    REDIS,
    { 'a retired project': `${REDIS}; project A: Redis (Retired)` },
  ],
  [
    'No repository contains it',
    '/technologies/go',
    `${GO}; repository a: C`,
    {
      'an archived repository': `${GO}; repository a: Go (archived)`,
      'a technology that is not scanned': 'entry Go 2: adopt 2024-03-01; repository a: C',
      'no scan': GO,
    },
  ],
  [
    'is an alias of',
    '/technologies/node%20js',
    `${REDIS}; alias Redis: Node.js`,
    { 'another spelling': 'entry NodeJS 2: adopt 2024-03-01' },
  ],
]

/** The text of a page without its form and its script. */
async function textOf(line: string, path: string): Promise<string> {
  const { app } = await dataService({ ...documents(line) })
  const { text } = await request(app).get(path).set('accept', 'text/html')
  const parts = elementsOf(text).filter(({ name }) => ['h1', 'h2', 'p', 'li', 'td'].includes(name))
  return parts.map((part) => part.text).join('\n')
}

describe.each(SENTENCES)('the sentence “%s” on %s', (sentence, path, proved, unproved) => {
  it('is claimed when the documents prove it', async () => {
    expect(await textOf(proved, path)).toContain(sentence)
  })

  it.each(Object.entries(unproved))('is not claimed for %s', async (_, line) => {
    expect(await textOf(line, path)).not.toContain(sentence)
  })
})
