import { basename } from 'node:path'
import type { Proof } from './proofs.ts'
import { entriesOf, isClaim, type Statement, type Statements } from './statement.ts'

const HEAD = '| Number | Statement | Holds | Otherwise |\n| --- | --- | --- | --- |'

/** The page that shows the tests which passed beside each statement. */
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

Written by \`npm run specification\` from tests that ran and passed; not to be edited.

The specification has ${numbers} sentences and table rows. Each has a number: \`4.2-r1\` is row 1 of section 4.2, \`5-s1\` sentence 1 of
section 5; what claims several things has letters. These are ${claims.length} claims, in our words. Beside each are the test that it holds and the
test of what happens otherwise. What the specification leaves open is decided here.

${statements.sections.map(({ number, title, statements: entries }) => `## ${number} ${title}\n\n${table(entries)}`).join('\n\n')}

## Beyond the specification

${table(statements.own)}
`
}

const MENTION = /^\[[^\]]+\]\(\.\.\/([^)]+)\) “(.*)”$/

/** The proofs by tests of one file that the page shows; their line is the one of the page. */
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
  if ('says' in statement) return statement.says
  if ('heading' in statement) return `*Nothing to prove:* ${statement.heading}`
  return `*Left open by the specification; here:* ${statement.open}`
}

/** A title as it is, whatever Markdown would make of its characters. */
const quoted = (title: string): string =>
  `“${title
    .replaceAll(/\s/g, ' ')
    .replaceAll('\\', '')
    .replace(/[<>*_[\]|`]/g, String.raw`\$&`)}”`
