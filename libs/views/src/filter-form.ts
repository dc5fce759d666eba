import { html, type Html } from './html.ts'

interface Filters {
  /** At most two. */
  visible: readonly (Html | false)[]
  more?: readonly (Html | false)[]
  /** Whether the filters behind "More" are shown. */
  isOpen?: boolean
  /** Hidden fields. */
  hidden?: Readonly<Record<string, string | undefined>>
}

/** A form of filters that shows a page again: two are visible, the others are behind "More". */
export function filterForm(
  path: string,
  { visible, more = [], isOpen = false, hidden = {} }: Filters,
): Html {
  return html`<form class="card filter" method="get" action="${path}" aria-label="Filter">
    ${Object.entries(hidden).map(
      ([name, value]) =>
        value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${visible}
    <button class="main">Show</button>
    ${
      more.length > 0 &&
      html`<details ${isOpen && ' open'}>
        <summary>More</summary>
        <div class="filter">${more}</div>
      </details>`
    }
  </form>`
}
