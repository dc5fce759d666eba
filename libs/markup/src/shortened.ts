const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]|[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]/u
const BROAD = /[MWmw@%]/
/** No text is looked at further than this: long enough for every picture. */
const FURTHEST = 2_000

/**
 * A text on one line that has room for so much of it; where it was cut it ends with an ellipsis. Nothing
 * is measured, since fonts differ: a character counts as wide as most are not.
 *
 * @param room in widths of the font (em)
 */
export function shortened(text: string, room: number): string {
  const line = text.slice(0, FURTHEST).replaceAll(/\s+/g, ' ').trim().toWellFormed()
  let width = 0
  let kept = ''
  for (const { segment } of GRAPHEMES.segment(line)) {
    width += WIDE.test(segment) ? 1.1 : BROAD.test(segment) ? 1 : 0.6
    if (width > room) return `${withoutLast(kept)}…`
    kept += segment
  }
  return text.length > FURTHEST ? `${kept}…` : kept
}

function withoutLast(text: string): string {
  const last = [...GRAPHEMES.segment(text)].at(-1)
  return last ? text.slice(0, last.index).trimEnd() : ''
}
