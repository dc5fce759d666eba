/** What the specification says, in our words, by chapter and id. Each has another side: when it does not hold. */
export type Chapters = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A test that says which statements it proves: that they hold, or what happens otherwise. */
export interface Proof {
  ids: readonly string[]
  side: 'holds' | 'otherwise'
  file: string
  test: string
}

/** `// spec: id id` above a test, or `// spec, otherwise: id`. */
const TAG = /^\s*\/\/ spec(, otherwise)?: (.+)$/
const TEST = /^\s*(?:it|describe)(\.each)?\b/
const TITLE = /^\s*(['"`])(.*?)\1,?/

/**
 * The tests of a file that bear a tag, by their titles.
 * @throws Error when a tag stands above anything but a test
 */
export function proofsIn(file: string, text: string): Proof[] {
  const lines = text.split('\n')
  return lines.flatMap((line, i) => {
    const [, otherwise, ids = ''] = TAG.exec(line) ?? []
    if (ids === '') return []
    const under = lines.findIndex((next, j) => j > i && !next.trimStart().startsWith('//'))
    const test = titleAt(lines, under)
    if (test === undefined) throw new Error(`${file}:${i + 1} is a tag above what is no test`)
    const side = otherwise ? ('otherwise' as const) : ('holds' as const)
    return [{ ids: ids.trim().split(/\s+/), side, file, test }]
  })
}

/** The title of the test that begins in a line: of a table it stands behind it. */
function titleAt(lines: readonly string[], at: number): string | undefined {
  const first = lines[at] ?? ''
  const [found, each] = TEST.exec(first) ?? []
  if (found === undefined) return undefined
  const indent = first.length - first.trimStart().length
  const isEnd = (line: string) =>
    line.length - line.trimStart().length === indent && /^\s*\]?\)\(/.test(line)
  const end = each && !/\)\(/.test(first) ? lines.findIndex((line, i) => i > at && isEnd(line)) : at
  const opened = (lines[end] ?? '').replace(each ? /^.*?\)\(/ : /^\s*(?:it|describe)\(/, '')
  const title = TITLE.exec(opened.trim() === '' ? (lines[end + 1] ?? '') : opened)
  return title?.[2]
}

/** What is wrong: statements that no test proves on one of their sides, and tags that name no statement. */
export function faultsOf(chapters: Chapters, proofs: readonly Proof[]): string[] {
  const known = Object.values(chapters).flatMap((rows) => Object.keys(rows))
  const isProved = (id: string, side: Proof['side']) =>
    proofs.some((proof) => proof.side === side && proof.ids.includes(id))
  const unproved = known.flatMap((id) => [
    ...(isProved(id, 'holds') ? [] : [`${id}: no test says that it holds`]),
    ...(isProved(id, 'otherwise') ? [] : [`${id}: no test says what happens otherwise`]),
  ])
  const ids = new Set(known)
  const unknown = proofs.flatMap(({ file, ids: named }) =>
    named.filter((id) => !ids.has(id)).map((id) => `${file}: ${id} is no statement`),
  )
  return [...unproved, ...unknown]
}

/** The page that says of each statement which tests prove it. */
export function coveragePage(chapters: Chapters, proofs: readonly Proof[]): string {
  const count = Object.values(chapters).reduce((sum, rows) => sum + Object.keys(rows).length, 0)
  const parts = Object.entries(chapters).map(([chapter, rows]) =>
    [`## ${chapter}`, ...Object.entries(rows).map((row) => section(row, proofs))].join('\n\n'),
  )
  return `# Specification coverage

Written by \`npm run specification\` from the statements in \`scripts/specification/rows\` and the tags above tests; not to be edited.
${count} statements, each with the tests that prove it, and those that say what happens otherwise.

${parts.join('\n\n')}
`
}

function section([id, says]: [string, string], proofs: readonly Proof[]): string {
  const of = (side: Proof['side']) =>
    proofs
      .filter((proof) => proof.side === side && proof.ids.includes(id))
      .map(({ file, test }) => `- ${side}: [${file}](../${file}) ${quoted(test)}`)
  return [`### ${id}\n\n${says}\n`, ...of('holds'), ...of('otherwise')].join('\n')
}

/** A title as it is, whatever it holds that Markdown would take for its own. */
function quoted(title: string): string {
  return `“${title.replaceAll('\\', '').replace(/[<>*_[\]|]/g, String.raw`\$&`)}”`
}
