import type { Sentence } from './documents.ts'

const PROJECT = 'project A: Go'
const LINKED = `${PROJECT} -> https://scm.example/acme/tide`
const RETIRED = { 'a retired project': `${PROJECT} (Retired)` }

/** Sentences of the page of a project. */
export const PROJECT_SENTENCES: Sentence[] = [
  [
    'A: 1 technology, 1 of them in HOLD or IGNORE',
    '/projects/a',
    `${PROJECT}; entry Go 1: adopt 2020-01-01, hold 2024-03-01`,
    {
      'a ring that was left': `${PROJECT}; entry Go 1: hold 2020-01-01, adopt 2024-03-01`,
      'a technology in another ring': `${PROJECT}; entry Go 1: trial 2020-01-01`,
      'another directorate': `${PROJECT}; entry Go 1: adopt 2020-01-01, hold 2024-03-01 @1; directorates`,
    },
  ],
  [
    'repositories not known',
    '/projects/a',
    LINKED,
    { 'a scan': `${LINKED}; repository other: Go` },
  ],
  [
    'no scanned public repository',
    '/projects/a',
    `${PROJECT}; repository other: Go`,
    {
      'no scan': PROJECT,
      'a linked repository': `${LINKED}; repository tide: Go`,
      'a link that fits no public repository': `${LINKED}; repository other: Go`,
    },
  ],
  [
    '1 public repository',
    '/projects/a',
    `${LINKED}; repository tide: Go`,
    { 'a private repository': `${LINKED}; repository tide: Go (private)` },
  ],
  [
    'repositories: sign in to see all',
    '/projects/a',
    `${LINKED}; repository tide: Go (private)`,
    { 'a public repository': `${LINKED}; repository tide: Go`, 'no scan': LINKED },
  ],
  [
    '1 of 2 repositories is public. Sign in to see all.',
    '/projects/a',
    `${PROJECT}; repository tide: Go (private); repository other: Go`,
    { 'no private repository': `${PROJECT}; repository tide: Go; repository other: Go` },
  ],
  ['It names no repository.', '/projects/a', PROJECT, { 'a link': LINKED, ...RETIRED }],
  ['It names no language.', '/projects/a', PROJECT, RETIRED],
  ['It names no contact with an e-mail address.', '/projects/a', PROJECT, RETIRED],
  ['It has no stage.', '/projects/a', PROJECT, { 'a stage': `${PROJECT} (Live)` }],
]
