import { stringify } from 'csv-stringify/sync'

/**
 * The start of a cell that a spreadsheet interprets as a formula: a sign, possibly full-width, after any
 * white space, invisible characters and apostrophes (OWASP, "CSV Injection").
 */
const FORMULA =
  /^(?:['\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|'*[\t\r\n])/u

/**
 * Serialises rows as CSV (RFC 4180). A cell that spreadsheets would interpret as a formula gets a leading
 * apostrophe, which `readCell` removes.
 *
 * @param rows strings and numbers by column; an absent column is an empty cell
 * @param options `hasHeader`: whether the column names come first
 */
export function toCsv(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string | number>>[],
  { hasHeader = true } = {},
): string {
  return stringify([...rows], {
    header: hasHeader,
    columns: [...columns],
    record_delimiter: 'windows',
    // The library does not quote single line breaks; some parsers trim leading and trailing spaces.
    quoted_match: /[\r\n]|^\s|\s$/,
    cast: { string: (cell) => (FORMULA.test(cell) ? `'${cell}` : cell) },
  })
}

/** Reverses the escaping of a cell by `toCsv`. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
