/** The settings of Jest that select tests. */
export interface Selection {
  testPathPatterns: { patterns: readonly string[] }
  testNamePattern?: string
  onlyChanged?: boolean
  onlyFailures?: boolean
  shard?: object
}

/** Whether a run has all tests of its command. */
export function isComplete(selection: Selection): boolean {
  const { testPathPatterns, testNamePattern, onlyChanged, onlyFailures, shard } = selection
  const isFiltered = [testNamePattern, onlyChanged, onlyFailures, shard].some(Boolean)
  return testPathPatterns.patterns.length === 0 && !isFiltered
}

/** The end of a run. Jest sets `success` only after its reporters were called. */
export interface FinishedRun {
  wasInterrupted: boolean
  numPassedTests: number
  numFailedTests: number
  /** Suites that cannot be loaded. */
  numRuntimeErrorTestSuites: number
}

/** Whether tests ran, and none failed. */
export function isGreen(run: FinishedRun): boolean {
  const { wasInterrupted, numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = run
  return !wasInterrupted && numPassedTests > 0 && numFailedTests + numRuntimeErrorTestSuites === 0
}
