import { basename } from 'node:path'
import type { Proof } from './proofs.ts'
import { entriesOf, isClaim, type Statement, type Statements } from './statement.ts'

const HEAD = '| Number | Statement | Holds | Otherwise |\n| --- | --- | --- | --- |'

/** A page with the statements and the tests that passed for them. */
export function coveragePage(statements: Statements, proofs: readonly Proof[]): string {
  const passed = proofs.filter(({ fault }) => fault === undefined)
  const table = (entries: Readonly<Record<string, Statement>>) =>
    [HEAD, ...Object.entries(entries).map((entry) => row(entry, passed))].join('\n')
  const numbers = statements.sections.reduce(
    (sum, { sentences, rows }) => sum + sentences + rows,
    0,
  )
  const claims = entriesOf({ ...statements, own: {} }).filter(([, statement]) => isClaim(statement))
  return `# Specification coverage

\`npm test\` and \`npm run test:system\` write this page from the tests that passed.

The specification has ${numbers} sentences and table rows. \
Each has a number: \`4.2-r1\` is row 1 of section 4.2, \`5-s1\` \
sentence 1 of
section 5. A sentence with several claims has letters. There are ${claims.length} claims. \
Each has a test that it holds and a test of
what happens otherwise. Open points of the specification are decided here.

${statements.sections
  .map(({ number, title, statements: entries }) => `## ${number} ${title}\n\n${table(entries)}`)
  .join('\n\n')}

## Beyond the specification

${table(statements.own)}
`
}

const MENTION = /^\[[^\]]+\]\(\.\.\/([^)]+)\) “(.*)”$/

/** The proofs on a page by the tests of one file; their lines are those of the page. */
export function proofsOnPage(page: string, file: string): Proof[] {
  return page.split('\n').flatMap((text, at) => {
    const [, id = '', , holds = '', otherwise = ''] = text.split(/(?<!\\)\|/)
    const proofsOf = (cell: string, side: Proof['side']) =>
      cell.split('<br>').flatMap((mention) => {
        const [, path, title = ''] = MENTION.exec(mention.trim()) ?? []
        if (path !== file) return []
        return [{ id: id.trim(), side, file, line: at + 1, title: title.replaceAll('\\', '') }]
      })
    return [...proofsOf(holds, 'holds'), ...proofsOf(otherwise, 'otherwise')]
  })
}

function row([id, statement]: [string, Statement], proofs: readonly Proof[]): string {
  const of = (side: Proof['side']) => {
    const tests = proofs
      .filter((proof) => proof.id === id && proof.side === side)
      .map(({ file, title }) => `[${basename(file)}](../${file}) ${quoted(title)}`)
    return [...new Set(tests)].join('<br>')
  }
  const noOtherwise =
    typeof statement === 'object' && 'noOtherwise' in statement
      ? `– (${statement.noOtherwise})`
      : ''
  const cells = [id, textOf(statement), of('holds'), of('otherwise') || noOtherwise]
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`
}

function textOf(statement: Statement): string {
  if (typeof statement === 'string') return statement
  if ('claim' in statement) return statement.claim
  if ('heading' in statement) return `*Nothing to prove:* ${statement.heading}`
  return `*Left open by the specification; here:* ${statement.open}`
}

/** Escapes a title for Markdown. */
const quoted = (title: string): string =>
  `“${title
    .replaceAll(/\s/g, ' ')
    .replaceAll('\\', '')
    .replace(/[<>*_[\]|`]/g, String.raw`\$&`)}”`
