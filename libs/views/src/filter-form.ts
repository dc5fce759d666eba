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

/**
 * A selection of a form.
 *
 * @param options `any`: first option, which has no value; null for none
 */
export function selectOf(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  { selected, any = 'any' }: { selected?: string | undefined; any?: string | null },
): Html {
  const all = any === null ? options : [['', any] as const, ...options]
  const isSelected = (value: string) => value.toLowerCase() === selected?.toLowerCase()
  return html`<label
    >${label}
    <select name="${name}">
      ${all.map(
        ([value, text]) =>
          html`<option value="${value}" ${isSelected(value) && ' selected'}>${text}</option>`,
      )}
    </select></label
  >`
}
