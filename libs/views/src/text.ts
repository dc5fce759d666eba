const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * A date such as 15 April 2024, in UTC; a string that is not a date does not change.
 *
 * @param date a date, or milliseconds since the epoch
 */
export function dateText(date: string | number): string {
  const instant = typeof date === 'number' ? date : Date.parse(date)
  return Number.isNaN(instant) ? String(date) : LONG_DATE.format(instant)
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `Nov 2026`; a string that is not a month does not change. */
export function monthText(month: string): string {
  const instant = Date.parse(`${month}-01T00:00:00Z`)
  return Number.isNaN(instant) ? month : MONTH.format(instant)
}

/** A number with separators of thousands. */
export function numeral(count: number): string {
  return count.toLocaleString('en-GB')
}

/** `1 project`, `8 projects`; with separators of thousands. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numeral(count)} ${count === 1 ? one : many}`
}

/** Maximum number of names in a sentence. */
const MAX_NAMES = 4

/** `HOLD or IGNORE`, `A, B or C`; of more than four names the last is `others`. */
export function eitherOf(names: readonly string[]): string {
  const short = names.map((name) => shortened(name, 30))
  const shown = names.length > MAX_NAMES ? [...short.slice(0, MAX_NAMES - 1), 'others'] : short
  return [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter(Boolean).join(' or ')
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}]/u
/** Scripts of unknown width are wide. */
const UNKNOWN =
  /[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}]/u
const BROAD = /[MWmw@%]/
/** Maximum number of UTF-16 code units read from a string; more than any picture has room for. */
const MAX_LENGTH = 2_000

/**
 * Returns a string on one line, cut to a width and ended with an ellipsis where it was cut. Widths are upper
 * estimates per character, because fonts differ.
 *
 * @param room maximum width in em
 */
export function shortened(text: string, room: number): string {
  const line = text.slice(0, MAX_LENGTH).replaceAll(/\s+/g, ' ').trim().toWellFormed()
  let width = 0
  let kept = ''
  for (const { segment } of GRAPHEMES.segment(line)) {
    width += widthOf(segment)
    if (width > room) return `${withoutLast(kept)}…`
    kept += segment
  }
  return text.length > MAX_LENGTH ? `${kept}…` : kept
}

function withoutLast(text: string): string {
  const last = [...GRAPHEMES.segment(text)].at(-1)
  return last ? text.slice(0, last.index).trimEnd() : ''
}

/** In em. */
function widthOf(character: string): number {
  if (WIDE.test(character) || UNKNOWN.test(character)) return 1.1
  return BROAD.test(character) ? 1 : 0.6
}
