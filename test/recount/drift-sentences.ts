import type { Sentence } from './documents.ts'

const GO = 'entry Go 1: adopt 2024-03-01'
const GO_HOLD = 'entry Go 1: hold 2024-03-01'
const REDIS = 'entry Redis 2: adopt 2024-03-01'
const PAGER = 'project A: Pager; project B: Pager'
const POSTGRESQL = 'entry PostgreSQL 2: adopt 2024-03-01'
const SQL = 'project A: Postgres, PostgreSQL; project B: Postgres, PostgreSQL'
const LINK = 'https://scm.example/acme/tide'

/** Sentences of findings and of their page. */
export const DRIFT_SENTENCES: Sentence[] = [
  [
    'In HOLD since 1 March 2024, but still named by 1 project',
    '/drift',
    `${GO_HOLD}; project A: Go; project B: Go (Retired)`,
    {
      'a retired project': `${GO_HOLD}; project A: Go (Retired)`,
      'the hold of another directorate': `${GO}, hold 2024-03-01 @1; project A: Go; directorates`,
    },
  ],
  [
    'In HOLD since 1 March 2024, but still contained in 1 repository',
    '/drift',
    `${GO_HOLD}; repository a: Go; repository b: Go (archived)`,
    { 'an archived repository': `${GO_HOLD}; repository b: Go (archived)` },
  ],
  [
    'In IGNORE since 1 March 2024, but still named by 1 project',
    '/drift',
    'entry Go 1: ignore 2024-03-01; project A: Go',
    { 'a hold': `${GO_HOLD}; project A: Go` },
  ],
  [
    '2 projects name it, and the radar does not contain it',
    '/drift',
    PAGER,
    {
      'a retired project': 'project A: Pager; project B: Pager (Retired)',
      'an alias of an entry': `${REDIS}; ${PAGER}; alias Redis: Pager`,
      'an entry of another directorate': `entry Pager 2: adopt 2024-03-01 @1; ${PAGER}; directorates`,
    },
  ],
  [
    'In ADOPT since 1 March 2024, but named by no project',
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
    '/drift?kind=not-reviewed',
    GO,
    { 'a review': `${GO}, adopt 2025-05-01`, 'a later move': `${GO}, hold 2026-01-01` },
  ],
  [
    'Last reviewed on 1 May 2025',
    '/drift?kind=not-reviewed',
    `${GO}, adopt 2025-05-01`,
    { 'a move': `${GO}, hold 2025-05-01` },
  ],
  [
    'Its timeline has no date',
    '/drift?kind=not-reviewed',
    'entry Go 1: adopt soon',
    { 'a date of another directorate': 'entry Go 1: adopt 2024-03-01 @1; directorates' },
  ],
  [
    'No technology in HOLD or IGNORE is still in use',
    '/drift',
    `${GO_HOLD}; project A: Go (Retired)`,
    { 'a project': `${GO_HOLD}; project A: Go`, 'a repository': `${GO_HOLD}; repository a: Go` },
  ],
  [
    'but it contains PostgreSQL (ADOPT)',
    '/drift',
    `${POSTGRESQL}; ${SQL}`,
    { 'another directorate': `entry PostgreSQL 2: adopt 2024-03-01 @1; ${SQL}; directorates` },
  ],
  [
    'named by no project except 1 retired one',
    '/drift',
    `${REDIS}; project A: Redis (Retired)`,
    { 'no project': REDIS },
  ],
]
