import type { Proof } from './proofs.ts'
import { entriesOf, type Section, type Statement, type Statements } from './statement.ts'

/** Maximum number of statements that one test may prove. */
const MAX_STATEMENTS = 6
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** The reasons why the statements are not covered. */
export function faultsOf(statements: Statements, proofs: readonly Proof[]): string[] {
  return [
    ...statements.sections.flatMap(numberFaults),
    ...proofs.flatMap(failedProof),
    ...entriesOf(statements).flatMap((entry) => entryFaults(entry, proofs)),
    ...unknownIds(statements, proofs),
    ...overloadedTests(proofs),
  ]
}

/** Missing numbers, unknown numbers and gaps in letters. */
function numberFaults({ number, sentences, rows, statements }: Section): string[] {
  const expected = [...numbered(`${number}-s`, sentences), ...numbered(`${number}-r`, rows)]
  const letters = Object.groupBy(Object.keys(statements), (id) => id.replace(/[a-z]$/, ''))
  const missing = expected.filter((id) => letters[id] === undefined)
  const unknown = Object.keys(letters).filter((id) => !expected.includes(id))
  const gaps = Object.entries(letters).filter(([id, ids = []]) => !isSequence(id, ids))
  return [
    ...missing.map((id) => `${id} is missing`),
    ...unknown.map((id) => `${id} is not a number of the specification`),
    ...gaps.map(([id]) => `${id} has letters that do not follow each other`),
  ]
}

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`)

/** Whether a number has no letter, or consecutive letters from a. */
function isSequence(number: string, ids: readonly string[]): boolean {
  if (ids.length === 1 && ids[0] === number) return true
  return ids.every((id, i) => id === `${number}${LETTERS[i] ?? ''}` && id !== number)
}

const failedProof = ({ id, file, line, fault }: Proof): string[] =>
  fault === undefined ? [] : [`${id} is not proved by ${file}:${line}: ${fault}`]

function entryFaults([id, statement]: [string, Statement], proofs: readonly Proof[]): string[] {
  const proved = (side: Proof['side']) =>
    proofs.some((proof) => proof.id === id && proof.side === side && proof.fault === undefined)
  if (typeof statement === 'object' && 'heading' in statement) {
    return proved('holds') || proved('otherwise')
      ? [`${id} is a heading, but a test proves it`]
      : []
  }
  if (typeof statement === 'object' && 'open' in statement) return []
  const hasOther = typeof statement === 'string'
  const other = hasOther
    ? `${id} has no test of what happens otherwise`
    : `${id} has a test of what happens otherwise, but declares that there is none`
  return [
    ...(proved('holds') ? [] : [`${id} has no test that it holds`]),
    ...(proved('otherwise') === hasOther ? [] : [other]),
  ]
}

function unknownIds(statements: Statements, proofs: readonly Proof[]): string[] {
  const known = new Set(entriesOf(statements).map(([id]) => id))
  return proofs
    .filter(({ id }) => !known.has(id))
    .map(({ id, file, line }) => `${file}:${line} names ${id}, which is not a statement`)
}

function overloadedTests(proofs: readonly Proof[]): string[] {
  const byTest = Object.groupBy(proofs, ({ file, line }) => `${file}:${line}`)
  return Object.entries(byTest)
    .map(([test, of = []]) => [test, new Set(of.map(({ id }) => id)).size] as const)
    .filter(([, count]) => count > MAX_STATEMENTS)
    .map(([test, count]) => `${test} proves ${count} statements, more than ${MAX_STATEMENTS}`)
}
