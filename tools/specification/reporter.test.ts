import { describe, expect, it } from '@jest/globals'
import SpecificationReporter, { taggedTexts } from './reporter.ts'

const everything = { testPathPatterns: { patterns: [] } }
const nothingRan = { wasInterrupted: false, testResults: [] }

/** The output of the reporter about a run, and the error that it returns to jest. */
function report(
  selection: ConstructorParameters<typeof SpecificationReporter>[0],
  run = nothingRan,
  part?: 'unit' | 'system',
) {
  const printed: string[] = []
  const reporter = new SpecificationReporter(selection, {
    ...(part && { part }),
    print: (text: string) => printed.push(text),
  })
  reporter.onRunStart()
  reporter.onRunComplete(undefined, run)
  return { printed, error: reporter.getLastError() }
}

describe('SpecificationReporter', () => {
  it('fails a complete run without tagged tests', () => {
    const { printed, error } = report(everything)
    expect(error?.message).toBe('The specification is not covered')
    expect(printed.join()).toContain('4.1-r2a has no test that it holds')
    expect(printed.join()).toContain('its file did not run')
  })

  it.each([
    ['unit', 'test/access-matrix.test.ts', 'test/uncaught.system.test.ts'],
    ['system', 'test/uncaught.system.test.ts', 'test/access-matrix.test.ts'],
  ] as const)('fails a %s run without its tagged test %s', (part, own, other) => {
    const { printed, error } = report(everything, nothingRan, part)
    expect(error?.message).toBe('The specification is not covered')
    expect(printed.join()).toContain(own)
    expect(printed.join()).not.toContain(other)
  })

  it.each([
    { testPathPatterns: { patterns: ['services/data'] } },
    { ...everything, testNamePattern: 'returns' },
    { ...everything, onlyChanged: true },
    { ...everything, onlyFailures: true },
    { ...everything, shard: { shardIndex: 1, shardCount: 2 } },
  ])('ignores a run of selected tests: %j', (selection) => {
    expect(report(selection)).toEqual({ printed: [], error: undefined })
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
