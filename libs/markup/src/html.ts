/** Markup: texts in it are escaped already. Only `html` makes it. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

/** Markup with values in it: texts are escaped, lists are joined, and what is absent leaves nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, i) => text + markupOf(parts[i])).join(''))
}

/** The same for pictures, which are XML. */
export function svg(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return html(strings, ...parts)
}

/**
 * Markup that a service of ours has written, as it is.
 *
 * @param markup must never be what a caller sent
 */
export function asMarkup(markup: string): Html {
  return new Html(markup)
}

/** Text for HTML and XML 1.0, in content and in attributes: what XML cannot hold (§2.2) becomes a replacement character. */
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
