import { stringify } from 'csv-stringify/sync'

/**
 * The start of a cell that a spreadsheet reads as a formula: a sign, full-width signs included, after any white
 * space, invisible characters and apostrophes (OWASP, "CSV Injection").
 */
const FORMULA =
  /^(?:['\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|'*[\t\r\n])/u

/**
 * Rows as CSV (RFC 4180), the names of the columns first unless it is a further part. A cell that spreadsheets would take for a formula
 * gets an apostrophe before it, which `readCell` takes away.
 *
 * @param rows texts by column; a column that is absent is an empty cell
 */
export function toCsv(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
  { isFurther = false } = {},
): string {
  return stringify([...rows], {
    header: !isFurther,
    columns: [...columns],
    record_delimiter: 'windows',
    // Alone line breaks would not be quoted; some readers take spaces at the ends for layout.
    quoted_match: /[\r\n]|^\s|\s$/,
    cast: { string: (cell) => (FORMULA.test(cell) ? `'${cell}` : cell) },
  })
}

/** A cell as it was before `toCsv` wrote it. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
