import { filterForm } from '../filter-form.ts'
import { html, type Html } from '../html.ts'
import type { Frame } from './frame.ts'

/** A selection of the directorate whose rings a page shows; none when there is only one. */
export function directorateSelect({ directorate: shown, directorates }: Frame): Html | false {
  if (directorates.length < 2) return false
  return html`<label
    >Rings of
    <select name="directorate">
      ${directorates.map(
        ({ id, name }, i) =>
          html`<option value="${i === 0 ? '' : id}" ${id === shown.id && ' selected'}>
            ${name}
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
  frame: Frame,
  path: string,
  hidden: Readonly<Record<string, string | undefined>> = {},
): Html | false {
  const select = directorateSelect(frame)
  if (!select) return false
  return filterForm(path, { visible: [select], hidden })
}
