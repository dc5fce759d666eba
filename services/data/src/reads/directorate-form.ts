import { filterForm, selectOf } from '@landscape/views/filter-form'
import type { Html } from '@landscape/views/html'
import type { Frame } from './frame.ts'

/** A selection of the directorate whose rings a page shows; none when there is only one. */
export function directorateSelect({ directorate: shown, directorates }: Frame): Html | false {
  if (directorates.length < 2) return false
  const [main] = directorates
  const valueOf = (one: typeof shown) => (one === main ? '' : String(one.id))
  const options = directorates.map((one) => [valueOf(one), one.name] as const)
  return selectOf('directorate', 'Rings of', options, { selected: valueOf(shown), any: null })
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
