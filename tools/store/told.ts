/** A place in a document: the names and positions that lead there. */
export type Place = readonly PropertyKey[]

/** What of a stored document is not as it is usually written, and what becomes of it here. */
export interface Oddity {
  path: Place
  what: string
  /** What becomes of it, or what to do about it. */
  outcome: string
}

export const KEPT = 'kept; validated only when this value changes'

/** So many characters of a name in a place are shown. */
const MAX_NAME = 60
/** So many sorts of what is odd in one document are shown. */
const MAX_SORTS = 50

/**
 * Lines for people: document, place, what is odd there, and what becomes of it. They hold no value.
 *
 * @param isWhole a line for each place; else one for each sort, with its first place, and a bounded number
 */
export function told(file: string, found: readonly Oddity[], isWhole: boolean): string[] {
  if (isWhole) return found.map((one) => lineOf(file, one))
  const sorts = Map.groupBy(found, ({ path, what, outcome }) =>
    JSON.stringify([sortOf(path), what, outcome]),
  )
  const lines = [...sorts.values()].slice(0, MAX_SORTS).flatMap(([first, ...others]) => {
    if (!first) return []
    return [
      lineOf(file, first, others.length > 0 ? ` (and ${others.length} more of this kind)` : ''),
    ]
  })
  const more = sorts.size - lines.length
  return more > 0
    ? [...lines, `${file}: and ${more} more kinds of findings; --all reports them`]
    : lines
}

function lineOf(file: string, { path, what, outcome }: Oddity, more = ''): string {
  return `${file}: ${pointerOf(path)}${more}: ${what}: ${outcome}`
}

/** A place without its positions in lists: those that differ by nothing else are of one sort. */
function sortOf(path: Place): PropertyKey[] {
  return path.filter((key) => typeof key !== 'number')
}

/** A text for a terminal: what another program wrote may hold control characters. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
}

/** A word as a shell reads it, in a call that is printed. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The option of a printed call that says who makes a change. */
export function byFlag(author: string): string {
  return author === 'operator' ? '' : ` --by ${shellWord(author)}`
}

/** A place for people, like a JSON pointer; a name that looks like an address is left out. */
export function pointerOf(path: Place): string {
  const names = path.map((key) => {
    const name = String(key)
    return name.includes('@') ? '…' : JSON.stringify(name.slice(0, MAX_NAME)).slice(1, -1)
  })
  return `/${names.join('/')}`
}
