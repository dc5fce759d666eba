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
