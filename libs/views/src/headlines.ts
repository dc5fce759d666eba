import { html, type Html, type Part } from './html.ts'
import { changeSince, monthLine, type MonthCount } from './month-line.ts'
import { numeral } from './text.ts'

/** A number of a page. */
interface Headline {
  /** Null when nobody knows it. */
  count: number | null
  /** Its rows; without it the text leads on. */
  href?: string
  /** Describes it. */
  text: Part
  /** The same number by month. */
  months?: readonly MonthCount[]
}

/** Numbers, each a link to its rows if there is a list, with its months as a line and its change since the last quarter. */
export function headlines(items: readonly Headline[]): Html | false {
  if (items.length === 0) return false
  return html`<ul class="headlines" aria-label="Numbers">
    ${items.map(headlineOf)}
  </ul>`
}

function headlineOf({ count, href, text, months = [] }: Headline): Html {
  const content = html`<strong>${count === null ? '–' : numeral(count)}</strong> ${text}`
  const change = count === null ? undefined : changeSince(count, months)
  return html`<li>
    ${href === undefined ? html`<p>${content}</p>` : html`<a href="${href}">${content}</a>`}
    ${monthLine(months)} ${change !== undefined && html`<p class="soft">${change}</p>`}
  </li>`
}
