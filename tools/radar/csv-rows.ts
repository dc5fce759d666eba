import { readCell } from '@landscape/http/responses/csv'
import { CsvError, parse } from 'csv-parse/sync'
import { FormatError } from './file-radar.ts'

/** One row: its line for messages, and its cells or what is wrong with it. */
export interface CsvRow {
  location: string
  cells: readonly string[]
  fault?: string
}

/** Maximum number of malformed rows; each one restarts the parser. */
const MAX_MALFORMED_ROWS = 100
const LINE_BREAK = /\r\n|\n|\r/g
const FIRST_LINE = /^.*(?:\r\n|\n|\r|$)/
const FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quotation mark within a cell is not doubled',
  INVALID_OPENING_QUOTE: 'an unquoted cell has a quotation mark',
}

/**
 * Reads cells separated by commas or semicolons. After a malformed row, reading continues on the next line.
 * Rows without any value are omitted.
 *
 * @throws FormatError when the first row is malformed
 */
export function readRows(text: string): CsvRow[] {
  const [head = ''] = text.split(/[\r\n]/, 1)
  const delimiter = !head.includes(',') && head.includes(';') ? ';' : ','
  const rows: CsvRow[] = []
  let malformed = 0
  let rest = Buffer.from(text)
  let line = 1
  while (rest.length > 0) {
    let end = 0
    try {
      parse(rest, {
        bom: true,
        delimiter,
        // Trims unquoted cells only: `toCsv` quotes cells with outer spaces.
        trim: true,
        skip_empty_lines: true,
        relax_column_count: true,
        on_record(record, { bytes }) {
          const raw = rest.toString('utf8', end, bytes)
          end = bytes
          const location = `line ${line + breaksIn(blankStart(raw))}`
          line += breaksIn(raw)
          if (record.some((cell) => cell !== '')) {
            rows.push({ location, cells: record.map(readCell) })
          }
          return null
        },
      })
      break
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      const fault = FAULTS[error.code] ?? 'is not CSV'
      const unread = rest.toString('utf8', end)
      const blank = blankStart(unread)
      line += breaksIn(blank)
      if (rows.length === 0) throw new FormatError(`line ${line}: ${fault}`, { cause: error })
      rows.push({ location: `line ${line}`, cells: [], fault })
      if (++malformed === MAX_MALFORMED_ROWS) {
        rows.push({ location: `after line ${line}`, cells: [], fault: 'the rows were not read' })
        break
      }
      rest = Buffer.from(unread.slice(blank.length).replace(FIRST_LINE, ''))
      line++
    }
  }
  return rows
}

function blankStart(text: string): string {
  return /^\s*/.exec(text)?.[0] ?? ''
}

function breaksIn(text: string): number {
  return text.match(LINE_BREAK)?.length ?? 0
}
