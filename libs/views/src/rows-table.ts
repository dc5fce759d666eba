import { html, type Html, type Part } from './html.ts'

/** A table whose first column names the rows; narrow screens show the heading of each cell. */
export function rowsTable(
  headings: readonly string[],
  rows: readonly (readonly Part[])[],
): Html | false {
  if (rows.length === 0) return false
  return html`<table class="rows">
    <thead>
      <tr>
        ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name, ...cells]) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${cells.map((cell, i) => html`<td data-label="${headings[i + 1]}">${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`
}
