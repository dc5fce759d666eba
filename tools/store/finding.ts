/** Property names and array indexes from the root of a document. */
export type JsonPath = readonly PropertyKey[]

/** An irregular value in a stored document. */
export interface Finding {
  path: JsonPath
  what: string
  /** How the services treat the value, or how to repair it. */
  outcome: string
}

export const KEPT = 'kept; validated only when this value changes'

/** Maximum number of characters of a property name to print. */
const MAX_NAME = 60
/** Maximum number of kinds of findings to print for one document. */
const MAX_KINDS = 50

/**
 * Lines of document, path, finding and outcome, without any value of the document.
 *
 * @param isComplete one line per finding; otherwise one per kind with its first path, at most `MAX_KINDS`
 */
export function findingLines(
  file: string,
  found: readonly Finding[],
  isComplete: boolean,
): string[] {
  if (isComplete) return found.map((one) => lineOf(file, one))
  const kinds = Map.groupBy(found, ({ path, what, outcome }) =>
    JSON.stringify([namesIn(path), what, outcome]),
  )
  const lines = [...kinds.values()].slice(0, MAX_KINDS).flatMap(([first, ...others]) => {
    if (!first) return []
    return [
      lineOf(file, first, others.length > 0 ? ` (and ${others.length} more of this kind)` : ''),
    ]
  })
  const more = kinds.size - lines.length
  return more > 0
    ? [...lines, `${file}: and ${more} more kinds of findings; --all reports them`]
    : lines
}

function lineOf(file: string, { path, what, outcome }: Finding, more = ''): string {
  return `${file}: ${pointerOf(path)}${more}: ${what}: ${outcome}`
}

/** A path without its array indexes. */
function namesIn(path: JsonPath): PropertyKey[] {
  return path.filter((key) => typeof key !== 'number')
}

/** Replaces control characters, which other programs may have stored, for output to a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
}

/** Quotes an argument of a printed command for a shell. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The `--by` option of a printed command; empty for the default author. */
export function byFlag(author: string): string {
  return author === 'operator' ? '' : ` --by ${shellWord(author)}`
}

/** A path in the form of a JSON pointer; a name that may be an e-mail address is omitted. */
export function pointerOf(path: JsonPath): string {
  const names = path.map((key) => {
    const name = String(key)
    return name.includes('@') ? '…' : JSON.stringify(name.slice(0, MAX_NAME)).slice(1, -1)
  })
  return `/${names.join('/')}`
}
