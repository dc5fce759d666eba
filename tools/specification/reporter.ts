import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { readText, repositoryFiles, ROOT } from '../docs/texts.ts'
import { type FinishedRun, isComplete, isGreen, type Selection } from '../jest/selection.ts'
import { faultsOf } from './faults.ts'
import { coveragePage, proofsOnPage } from './page.ts'
import { hasTags, proofsIn, type TestOutcome } from './proofs.ts'
import { STATEMENTS } from './statements/index.ts'

const PAGE = 'docs/specification-coverage.md'

/** The tests of one command: `npm run test:unit` or `npm run test:system`. */
type Part = 'unit' | 'system'
const partOf = (path: string): Part => (path.endsWith('.system.test.ts') ? 'system' : 'unit')

interface ReporterOptions {
  part: Part
  /** Whether the page is only compared, and not written. */
  compare?: boolean
  /** Replaces the page in the tests of the reporter. */
  page?: { read: () => string; write: (text: string) => void }
  print?: (text: string) => void
}

interface Run extends FinishedRun {
  testResults: readonly {
    testFilePath: string
    testResults: readonly {
      ancestorTitles: readonly string[]
      title: string
      status: string
      location?: { line: number } | null
    }[]
  }[]
}

/** Contents of the test files with tags, by path from the root. */
export function taggedTexts(): Map<string, string> {
  return new Map(
    repositoryFiles()
      .filter((path) => path.endsWith('.test.ts') && !path.startsWith('tools/specification/'))
      .toSorted()
      .map((path) => [path, readText(path)] as const)
      .filter(([, text]) => hasTags(text)),
  )
}

const FILE = {
  read: () => readText(PAGE),
  write: (text: string) => writeFileSync(`${ROOT}${PAGE}`, text),
}

/**
 * Fails a complete run when its tests do not prove the statements of the specification. A green run updates the
 * page; with `CI` in the environment, a page that differs fails the run. The proofs of the other part are those on
 * the page. A run of selected tests is not checked.
 */
export default class SpecificationReporter {
  readonly #isComplete: boolean
  readonly #part: Part
  readonly #compare: boolean
  readonly #page: NonNullable<ReporterOptions['page']>
  readonly #print: (text: string) => void
  /** Contents of tagged files at the start of the run; they may be edited during it. */
  #texts: ReadonlyMap<string, string> = new Map()
  #faults: string[] = []

  constructor(
    selection: Selection,
    {
      part,
      compare = Boolean(process.env['CI']),
      page = FILE,
      print = console.error,
    }: ReporterOptions,
  ) {
    this.#isComplete = isComplete(selection)
    this.#part = part
    this.#compare = compare
    this.#page = page
    this.#print = print
  }

  onRunStart(): void {
    if (this.#isComplete) this.#texts = taggedTexts()
  }

  onRunComplete(_contexts: unknown, run: Run): void {
    if (!this.#isComplete || run.wasInterrupted) return
    const outcomes = outcomesByFile(run)
    const shown = this.#page.read()
    const proofs = [...this.#texts].flatMap(([path, text]) =>
      partOf(path) === this.#part
        ? proofsIn(path, text, outcomes.get(path))
        : proofsOnPage(shown, path),
    )
    this.#faults = faultsOf(STATEMENTS, proofs)
    if (this.#faults.length === 0) this.#keepPage(shown, coveragePage(STATEMENTS, proofs), run)
    if (this.#faults.length === 0) return
    this.#print(['The specification is not covered:', ...this.#faults].join('\n  '))
  }

  #keepPage(shown: string, page: string, run: Run): void {
    if (shown === page) return
    const added = page.split('\n').filter((line) => !shown.split('\n').includes(line))
    if (this.#compare) {
      this.#faults.push(`${PAGE} differs from the tests; npm test and npm run test:system write it`)
    } else if (isGreen(run)) {
      this.#page.write(page)
      this.#print([`${PAGE} was updated:`, ...added].join('\n  '))
    }
  }

  /** An error makes jest exit with a code other than 0. */
  getLastError(): Error | undefined {
    return this.#faults.length > 0 ? new Error('The specification is not covered') : undefined
  }
}

function outcomesByFile({ testResults }: Run): Map<string, TestOutcome[]> {
  return new Map(
    testResults.map(({ testFilePath, testResults: tests }) => [
      relative(ROOT, testFilePath).replaceAll('\\', '/'),
      tests.map(({ ancestorTitles, title, status, location }) => ({
        line: location?.line ?? 0,
        status,
        titles: [...ancestorTitles, title],
      })),
    ]),
  )
}
