import type { Sentence } from './documents.ts'

const GO = 'entry Go 1: adopt 2024-03-01'
const GO_HOLD = 'entry Go 1: hold 2024-03-01'
const REDIS = 'entry Redis 2: adopt 2024-03-01'
const POSTGRESQL = 'entry PostgreSQL 2: adopt 2024-03-01'
const SQL = 'project A: Postgres, PostgreSQL; project B: Postgres, PostgreSQL'

/** Sentences of the page of a technology, and of their list. */
export const TECHNOLOGY_SENTENCES: Sentence[] = [
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
    'You may mean PostgreSQL ADOPT',
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
  [
    'is a spelling of NodeJS',
    '/technologies/node%20js',
    'entry NodeJS 2: adopt 2024-03-01',
    { 'an alias': `${REDIS}; alias Redis: Node.js` },
  ],
  [
    '1 is retired.',
    '/technologies/redis',
    `${REDIS}; project A: Redis (Retired); project B: Redis`,
    { 'other stages': `${REDIS}; project A: Redis (Unsupported); project B: Redis` },
  ],
  [
    '1 is archived.',
    '/technologies/go',
    'repository a: Go (archived); repository b: Go',
    { 'a private repository': 'repository a: Go (private); repository b: Go' },
  ],
  [
    '1 private or internal repository: sign in',
    '/technologies/go',
    'repository a: Go (private); repository b: Go',
    { 'public repositories': 'repository a: Go (archived); repository b: Go' },
  ],
  [
    'Repositories: not known',
    '/technologies/redis',
    `${REDIS}; repository a: C`,
    { 'a language of the scan': `${REDIS}; repository a: Redis` },
  ],
  [
    'reviewed, stays in ADOPT',
    '/technologies/go',
    `${GO}, adopt 2025-01-01`,
    {
      'a return': `${GO}, hold 2025-01-01, adopt 2025-02-01`,
      'another directorate': `${GO}, adopt 2025-01-01 @1; directorates`,
    },
  ],
  [
    'moved from ADOPT to HOLD',
    '/technologies/go',
    `${GO}, hold 2025-01-01`,
    { 'another directorate': `${GO}, hold 2025-01-01 @1; directorates` },
  ],
  [
    'not on the radar',
    '/technologies',
    'project A: Pager',
    { 'an entry of another directorate': 'entry Pager 2: adopt 2024-03-01 @1; directorates' },
  ],
]
