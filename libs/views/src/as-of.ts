import { dateText } from './date-text.ts'
import { html, type Html } from './html.ts'

/**
 * The line that states as of when the sources of a page are; nothing without sources.
 *
 * @param sources each with its date, an ISO 8601 string; any other value is not known
 */
export function asOfLine(
  sources: readonly (readonly [source: string, date: string | null])[],
): Html | false {
  if (sources.length === 0) return false
  return html`<p class="soft">
    ${sources.map(([source, date], i) => html`${i > 0 && ' · '}${asOf(source, date)}`)}
  </p>`
}

function asOf(source: string, date: string | null): Html {
  if (date === null || Number.isNaN(Date.parse(date))) return html`${source}: date not known`
  return html`${source} as of <time datetime="${date}">${dateText(date)}</time>`
}
