/** The result of a test, or of one row of a table of tests. */
export interface TestOutcome {
  /** Line of its registration, counted from 1. */
  line: number
  status: string
  /** Titles of the enclosing blocks and of the test. */
  titles: readonly string[]
}

/** A tag above a test: the id of the statement and the result of the test. */
export interface Proof {
  id: string
  side: 'holds' | 'otherwise'
  file: string
  /** First line of the test, counted from 1. */
  line: number
  title: string
  /** Why it is not a proof; absent when the test passed. */
  fault?: string
}

/** `// spec: id id` above a test, or `// spec, otherwise: id`. */
const TAG = /^\s*\/\/ spec(, otherwise)?: (.+)$/
const COMMENT = /^\s*\/\//
const CLOSING = /^\s*[\])}`]/

export const hasTags = (text: string): boolean => text.split('\n').some((line) => TAG.test(line))

/** The proofs of a file, given the results of its tests; `undefined` when it did not run. */
export function proofsIn(file: string, text: string, outcomes?: readonly TestOutcome[]): Proof[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const [, otherwise, ids] = TAG.exec(line) ?? []
    if (ids === undefined) return []
    const first = lines.findIndex((below, i) => i > at && !COMMENT.test(below))
    const side = otherwise === undefined ? ('holds' as const) : ('otherwise' as const)
    const rows = outcomesAt(lines, first, outcomes ?? [])
    const title = titleOf(rows.map(({ titles }) => titles))
    const fault = outcomes === undefined ? 'its file did not run' : faultOf(rows)
    const proof = { side, file, line: first + 1, title, ...(fault !== undefined && { fault }) }
    return ids
      .trim()
      .split(/\s+/)
      .map((id) => ({ id, ...proof }))
  })
}

/**
 * The results of the test that begins in a line. A table of tests is registered in its closing line, the next
 * one with the same or less indentation.
 */
function outcomesAt(
  lines: readonly string[],
  first: number,
  outcomes: readonly TestOutcome[],
): TestOutcome[] {
  const isOuter = (line: string) => line.trim() !== '' && indentOf(line) <= indentOf(lines[first])
  const end = lines.findIndex((line, i) => i > first && isOuter(line))
  const registeredIn = (at: number) => outcomes.filter(({ line }) => line === at + 1)
  const plain = registeredIn(first)
  return plain.length > 0 || !CLOSING.test(lines[end] ?? '') ? plain : registeredIn(end)
}

const indentOf = (line = ''): number => line.length - line.trimStart().length

function faultOf(rows: readonly TestOutcome[]): string | undefined {
  if (rows.length === 0) return 'no test ran below it'
  const failed = rows.find(({ status }) => status !== 'passed')
  if (failed === undefined) return undefined
  return failed.status === 'failed' ? 'its test failed' : 'its test was skipped'
}

/** The titles of a test; an ellipsis replaces the words that differ between the rows of a table. */
function titleOf(rows: readonly (readonly string[])[]): string {
  return (rows[0] ?? []).map((_, level) => common(rows.map((row) => row[level] ?? ''))).join(' › ')
}

function common(titles: readonly string[]): string {
  const rows = titles.map((title) => title.split(' '))
  const longest = rows.reduce((one, other) => (other.length > one.length ? other : one))
  const shared = rows.reduce(sharedWords)
  const words: string[] = []
  let kept = 0
  for (const word of longest) {
    if (word === shared[kept]) {
      words.push(word)
      kept++
    } else if (words.at(-1) !== '…') words.push('…')
  }
  return words.join(' ')
}

/** The maximum common subsequence of words in two titles, by dynamic programming. */
function sharedWords(one: string[], other: string[]): string[] {
  const best: string[][] = [[], ...other.map(() => [])]
  for (const word of one) {
    let diagonal: string[] = []
    for (const [i, candidate] of other.entries()) {
      const [left = [], above = []] = best.slice(i)
      const longer = above.length > left.length ? above : left
      best[i + 1] = word === candidate ? [...diagonal, word] : longer
      diagonal = above
    }
  }
  return best.at(-1) ?? []
}
