import { html, type Html, type Part } from './html.ts'

/** The heading of a sorted column, or a link that sorts by it. */
export interface Heading {
  text: string
  order?: 'ascending' | 'descending'
  href?: string
}

/** A table whose first column names the rows; narrow screens show the heading of each cell. */
export function rowsTable(
  headings: readonly (string | Heading)[],
  rows: readonly (readonly Part[])[],
): Html | false {
  if (rows.length === 0) return false
  const columns = headings.map((one) => (typeof one === 'string' ? { text: one } : one))
  return html`<table class="rows">
    <thead>
      <tr>
        ${columns.map(headingOf)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name, ...cells]) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${cells.map((cell, i) => html`<td data-label="${columns[i + 1]?.text}">${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`
}

function headingOf({ text, order, href }: Heading): Html {
  return html`<th scope="col" ${order && html` aria-sort="${order}"`}>
    ${href === undefined ? text : html`<a href="${href}">${text}</a>`}
  </th>`
}
