import { describe, expect, it } from '@jest/globals'
import GreenNights, { nightlyProblem } from './green-nights.ts'
import type { Selection } from './selection.ts'

const everything: Selection = { testPathPatterns: { patterns: [] } }
const green = {
  wasInterrupted: false,
  numPassedTests: 1,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
}

/** The records of a run of commit 1a2b. */
function record(run = green, selection = everything, commit = '1a2b') {
  const written: unknown[] = []
  const reporter = new GreenNights(selection, {
    commit: () => commit || undefined,
    write: (text) => void (text !== '' && written.push(JSON.parse(text))),
    now: () => new Date('2026-11-26T02:00:00Z'),
    print: (text) => void written.push(text),
  })
  reporter.onRunStart()
  reporter.onRunComplete(undefined, run)
  return written
}

describe('GreenNights', () => {
  it('records the commit and the time of a green run', () => {
    expect(record()).toEqual([{ commit: '1a2b', at: '2026-11-26T02:00:00.000Z' }])
  })

  it.each([
    { numFailedTests: 1 },
    { numRuntimeErrorTestSuites: 1 },
    { wasInterrupted: true },
    { numPassedTests: 0 },
  ])('does not record a run with %j', (part) => {
    expect(record({ ...green, ...part })).toEqual([])
  })

  it('does not record a run of selected tests', () => {
    expect(record(green, { testPathPatterns: { patterns: ['test/guides'] } })).toEqual([])
  })

  it('does not record a run on uncommitted changes', () => {
    expect(record(green, everything, '')).toEqual([expect.stringContaining('not recorded')])
  })
})

describe('nightlyProblem', () => {
  const at = '2026-11-26T02:00:00.000Z'

  it('accepts the commit of the last green run', () => {
    expect(nightlyProblem('1a2b', JSON.stringify({ commit: '1a2b', at }))).toBeUndefined()
  })

  it('names the commit of the last green run when it is another one', () => {
    expect(nightlyProblem('3c4d', JSON.stringify({ commit: '1a2b', at }))).toContain(
      `last green at 1a2b (${at})`,
    )
  })
})
