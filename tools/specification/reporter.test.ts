import { describe, expect, it } from '@jest/globals'
import { readText, ROOT } from '../docs/texts.ts'
import SpecificationReporter, { taggedTexts } from './reporter.ts'

const PAGE = readText('docs/specification-coverage.md')

const everything = { testPathPatterns: { patterns: [] } }
const nothingRan = {
  wasInterrupted: false,
  numPassedTests: 1,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
}

/** A run in which a test in each line of the tagged files passed. */
const everythingPassed = {
  ...nothingRan,
  testResults: [...taggedTexts()].map(([path, text]) => ({
    testFilePath: `${ROOT}${path}`,
    testResults: text.split('\n').map((_, at) => ({
      ancestorTitles: [],
      title: 'a new title',
      status: 'passed',
      location: { line: at + 1 },
    })),
  })),
}

/** The output of the reporter about a run, its error, and the page that it wrote. */
function report(
  selection: ConstructorParameters<typeof SpecificationReporter>[0],
  run: Parameters<SpecificationReporter['onRunComplete']>[1] = nothingRan,
  options: Partial<ConstructorParameters<typeof SpecificationReporter>[1]> = {},
) {
  const printed: string[] = []
  const written: string[] = []
  const page = { read: () => PAGE, write: (text: string) => void written.push(text) }
  const print = (text: string) => void printed.push(text)
  const reporter = new SpecificationReporter(selection, { part: 'unit', page, print, ...options })
  reporter.onRunStart()
  reporter.onRunComplete(undefined, run)
  return { printed: printed.join(), written, error: reporter.getLastError()?.message }
}

describe('SpecificationReporter', () => {
  it('fails a complete run without tagged tests', () => {
    const { printed, written, error } = report(everything)
    expect(error).toBe('The specification is not covered')
    expect(printed).toContain('4.1-r2a has no test that it holds')
    expect(printed).toContain('its file did not run')
    expect(written).toEqual([])
  })

  it.each([
    ['unit', 'test/access-matrix.test.ts', 'test/uncaught.system.test.ts'],
    ['system', 'test/uncaught.system.test.ts', 'test/access-matrix.test.ts'],
  ] as const)('fails a %s run without its tagged test %s', (part, own, other) => {
    const { printed, error } = report(everything, nothingRan, { part })
    expect(error).toBe('The specification is not covered')
    expect(printed).toContain(own)
    expect(printed).not.toContain(other)
  })

  it('updates the page after a green run and prints the new lines', () => {
    const { printed, written, error } = report(everything, everythingPassed, { compare: false })
    expect(error).toBeUndefined()
    expect(written).toEqual([expect.stringContaining('[access-matrix.test.ts]')])
    expect(written[0]).toContain('“a new title”')
    // The proofs of the other part stay.
    expect(written[0]).toContain('[uncaught.system.test.ts]')
    expect(printed).toMatch(/coverage\.md was updated:\n {2}\| \S+ \|/)
  })

  it('keeps the page after a red run', () => {
    const run = { ...everythingPassed, numFailedTests: 1 }
    expect(report(everything, run, { compare: false })).toEqual({ printed: '', written: [] })
  })

  it('fails a run in CI that differs from the page', () => {
    const { printed, written, error } = report(everything, everythingPassed, { compare: true })
    expect(error).toBe('The specification is not covered')
    expect(printed).toContain('coverage.md differs from the tests')
    expect(written).toEqual([])
  })

  it.each([
    { testPathPatterns: { patterns: ['services/data'] } },
    { ...everything, testNamePattern: 'returns' },
    { ...everything, onlyChanged: true },
    { ...everything, onlyFailures: true },
    { ...everything, shard: { shardIndex: 1, shardCount: 2 } },
  ])('ignores a run of selected tests: %j', (selection) => {
    expect(report(selection)).toEqual({ printed: '', written: [] })
  })

  it('ignores an interrupted run', () => {
    const { error } = report(everything, { ...nothingRan, wasInterrupted: true })
    expect(error).toBeUndefined()
  })
})

describe('taggedTexts', () => {
  it('finds test files with tags except those of the reporter', () => {
    const files = [...taggedTexts().keys()]
    expect(files).toContain('services/projects/test/fields.test.ts')
    expect(files).not.toContain('tools/docs/paths.test.ts')
    expect(files.filter((path) => path.startsWith('tools/specification/'))).toEqual([])
  })
})
