const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]|[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]/u
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
    width += WIDE.test(segment) ? 1.1 : BROAD.test(segment) ? 1 : 0.6
    if (width > room) return `${withoutLast(kept)}…`
    kept += segment
  }
  return text.length > MAX_LENGTH ? `${kept}…` : kept
}

function withoutLast(text: string): string {
  const last = [...GRAPHEMES.segment(text)].at(-1)
  return last ? text.slice(0, last.index).trimEnd() : ''
}
