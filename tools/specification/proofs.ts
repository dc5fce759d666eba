/** What jest reports about a test, or about one row of a table of tests. */
export interface TestOutcome {
  /** Where it is registered, counted from 1. */
  line: number
  status: string
  /** The titles of the blocks that contain it, and its own. */
  titles: readonly string[]
}

/** A tag above a test: which statement the test is about, and how the test ended. */
export interface Proof {
  id: string
  side: 'holds' | 'otherwise'
  file: string
  /** Where the test begins, counted from 1. */
  line: number
  title: string
  /** Why it proves nothing; absent when it passed. */
  fault?: string
}

/** `// spec: id id` above a test, or `// spec, otherwise: id`. */
const TAG = /^\s*\/\/ spec(, otherwise)?: (.+)$/
const COMMENT = /^\s*\/\//
const CLOSING = /^\s*[\])}`]/

export const hasTags = (text: string): boolean => text.split('\n').some((line) => TAG.test(line))

/** What the tags of a file prove, by the outcomes of its tests; without outcomes it did not run. */
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
 * The outcomes of the statement that begins in a line. A table of tests is registered in the line that closes
 * it, the next one that is indented no further.
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

/** The titles of a test; what differs between the rows of a table becomes an ellipsis. */
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

/** The longest sequence of words that two titles have in common, by dynamic programming. */
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
