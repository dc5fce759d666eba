import { html, type Html } from '@landscape/views/html'
import type { Viewer } from '../directorates/viewer.ts'

/** A selection of the directorate whose rings a page shows; none when there is only one. */
export function directorateSelect({ directorate: shown, directorates }: Viewer): Html | false {
  const { main, enabled } = directorates
  // A disabled directorate can be shown, and is not listed.
  const listed = [...new Set([main, ...enabled, shown])]
  if (listed.length < 2) return false
  return html`<label
    >Rings of
    <select name="directorate">
      ${listed.map(
        (one) =>
          html`<option value="${one === main ? '' : one.id}" ${one === shown && ' selected'}>
            ${one.name}
          </option>`,
      )}
    </select></label
  >`
}

/**
 * A form that shows a page with the rings of another directorate; none when there is only one.
 *
 * @param hidden other parameters of the page
 */
export function directorateForm(
  viewer: Viewer,
  path: string,
  hidden: Readonly<Record<string, string>> = {},
): Html | false {
  const select = directorateSelect(viewer)
  if (!select) return false
  return html`<form
    class="card filter dense"
    method="get"
    action="${path}"
    aria-label="Directorate"
  >
    ${Object.entries(hidden).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${select}
    <button class="main">Show</button>
  </form>`
}
