import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { readText, repositoryFiles, ROOT } from '../docs/texts.ts'
import { faultsOf } from './faults.ts'
import { coveragePage, proofsOnPage } from './page.ts'
import { hasTags, proofsIn, type TestOutcome } from './proofs.ts'
import { STATEMENTS } from './statements/index.ts'

const PAGE = 'docs/specification-coverage.md'

/** The tests of one command: `npm run test:unit` or `npm run test:system`. */
type Part = 'unit' | 'system'
const partOf = (path: string): Part => (path.endsWith('.system.test.ts') ? 'system' : 'unit')

/** What this reporter reads of jest's settings: which tests were chosen. */
interface Selection {
  testPathPatterns: { patterns: readonly string[] }
  testNamePattern?: string
  onlyChanged?: boolean
  onlyFailures?: boolean
  shard?: object
}

interface ReporterOptions {
  /** Absent: the run has the tests of both commands. */
  part?: Part
  write?: boolean
  print?: (text: string) => void
}

interface Run {
  wasInterrupted: boolean
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

/** The text of every test file with tags, by its path from the root. */
export function taggedTexts(): Map<string, string> {
  return new Map(
    repositoryFiles()
      .filter((path) => path.endsWith('.test.ts') && !path.startsWith('tools/specification/'))
      .toSorted()
      .map((path) => [path, readText(path)] as const)
      .filter(([, text]) => hasTags(text)),
  )
}

/**
 * Fails a run of all tests when they do not prove the statements of the specification, or do not prove what the
 * page shows; with `write` it writes the page. A run of one part takes what the other proves from the page. A run
 * of selected tests checks nothing.
 */
export default class SpecificationReporter {
  readonly #isWhole: boolean
  readonly #part: Part | undefined
  readonly #write: boolean
  readonly #print: (text: string) => void
  /** The texts of tagged files when the run began: they may be edited while it goes on. */
  #texts: ReadonlyMap<string, string> = new Map()
  #faults: string[] = []

  constructor(
    selection: Selection,
    { part, write = false, print = console.error }: ReporterOptions = {},
  ) {
    const { testPathPatterns, testNamePattern, onlyChanged, onlyFailures, shard } = selection
    const isFiltered = [testNamePattern, onlyChanged, onlyFailures, shard].some(Boolean)
    this.#isWhole = testPathPatterns.patterns.length === 0 && !isFiltered
    this.#part = part
    this.#write = write
    this.#print = print
  }

  onRunStart(): void {
    if (this.#isWhole) this.#texts = taggedTexts()
  }

  onRunComplete(_contexts: unknown, run: Run): void {
    if (!this.#isWhole || run.wasInterrupted) return
    const outcomes = outcomesByFile(run)
    const shown = readText(PAGE)
    const isElsewhere = (path: string) => this.#part !== undefined && partOf(path) !== this.#part
    const proofs = [...this.#texts].flatMap(([path, text]) =>
      isElsewhere(path) ? proofsOnPage(shown, path) : proofsIn(path, text, outcomes.get(path)),
    )
    const page = coveragePage(STATEMENTS, proofs)
    this.#faults = faultsOf(STATEMENTS, proofs)
    if (this.#faults.length === 0 && shown !== page) {
      if (this.#write) writeFileSync(`${ROOT}${PAGE}`, page)
      else this.#faults.push(`${PAGE} differs from what the tests prove: npm run specification`)
    }
    if (this.#faults.length === 0) return
    this.#print(['The specification is not covered:', ...this.#faults].join('\n  '))
  }

  /** Jest ends with an exit code other than 0 when a reporter returns an error. */
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
