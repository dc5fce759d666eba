import { createHash } from 'node:crypto'

/** Markup whose strings are escaped. Only `html` creates it from values. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

/** A value in markup. */
export type Part = Html | string | number | null | undefined | false | readonly Part[]

/** Creates markup from values: escapes strings, joins arrays and omits absent values. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    withoutIndentation(strings)
      .map((text, i) => text + markupOf(parts[i]))
      .join(''),
  )
}

const KEPT = new WeakMap<TemplateStringsArray, readonly string[]>()

/** The text of a template without the indentation of its lines, which weighs much in long lists; values keep theirs. */
function withoutIndentation(strings: TemplateStringsArray): readonly string[] {
  const kept = KEPT.get(strings) ?? strings.map((text) => text.replaceAll(/\n\s+/g, '\n'))
  KEPT.set(strings, kept)
  return kept
}

/** The same as `html`, for pictures (XML). */
export function svg(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return html(strings, ...parts)
}

/**
 * Wraps markup that one of the services has written, without escaping.
 *
 * @param markup never input of a caller
 */
export function asMarkup(markup: string): Html {
  return new Html(markup)
}

/**
 * Escapes a string for content and attributes of HTML and XML 1.0. Characters that XML cannot contain (§2.2)
 * become U+FFFD.
 */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function markupOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(markupOf).join('')
  return escaped(String(part))
}

/** Returns the source expression of an allowed style or script in a content security policy: its hash. */
export function sourceOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
