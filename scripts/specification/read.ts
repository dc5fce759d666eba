import { readText, repositoryFiles } from '../docs/texts.ts'
import { proofsIn, type Chapters, type Proof } from './coverage.ts'
import { ENDPOINTS } from './rows/endpoints.ts'
import { FIELDS } from './rows/fields.ts'
import { RULES } from './rows/rules.ts'

/** Where the page lies. */
export const PAGE = 'docs/specification-coverage.md'

/** All statements. */
export const STATEMENTS: Chapters = { ...ENDPOINTS, ...FIELDS, ...RULES }

/** What the tests of the repository say that they prove, in the order of their files. */
export function readProofs(): Proof[] {
  return repositoryFiles()
    .filter((path) => path.endsWith('.test.ts') && !path.startsWith('scripts/specification/'))
    .toSorted()
    .flatMap((path) => proofsIn(path, readText(path)))
}
