import type { IncomingHttpHeaders } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { countSteps } from '@landscape/contracts/async/in-slices'
import { isRecord } from '@landscape/contracts/json'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import Negotiator from 'negotiator'
import { z } from 'zod'
import { toCsv } from './csv.ts'
import { isWorthReading } from './encoding.ts'
import { prepareJson, prepareText, type PreparedResponse } from './prepared-response.ts'

/** Media types of row formats. */
const TYPES = { json: 'application/json', csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
type RequestedFormat = keyof typeof TYPES
const FORMATS = Object.keys(TYPES) as RequestedFormat[]
/** A format of rows; `spreadsheet` is CSV that spreadsheets open with a double click. */
export type RowFormat = RequestedFormat | 'spreadsheet'
/** Spreadsheets read a file without it in the code page of the machine. */
const BYTE_ORDER_MARK = '\ufeff'
const FILE_NAME = 'landscape.csv'

/** Query parameter of routes that return rows; takes precedence over `Accept`. */
export const ROW_FORMAT = {
  format: z
    .enum(FORMATS, `Invalid format: use ${FORMATS.join(', ')}`)
    .optional()
    .meta({
      description:
        'Format of the response, for clients that cannot set `Accept`. CSV and NDJSON contain only the rows.',
      examples: ['csv'],
    }),
  for: z
    .literal('spreadsheet', 'Invalid for: use spreadsheet')
    .optional()
    .meta({
      description: 'CSV begins with a byte order mark, and browsers save it as a file',
      examples: ['spreadsheet'],
    }),
}

export interface RowQuery {
  format?: RequestedFormat | undefined
  for?: 'spreadsheet' | undefined
}

/** Routes that return rows do it as CSV (`text/csv`) or NDJSON (`application/x-ndjson`) on request, else as JSON. */
export const ROW_TYPES = [TYPES.csv, TYPES.ndjson] as const

/** The requested format; JSON by default and for unknown types. */
export function rowFormat(
  headers: Pick<IncomingHttpHeaders, 'accept'>,
  { format = acceptedFormat(headers), for: program }: RowQuery = {},
): RowFormat {
  return format === 'csv' && program === 'spreadsheet' ? program : format
}

function acceptedFormat({ accept }: Pick<IncomingHttpHeaders, 'accept'>): RequestedFormat {
  // Clients without a specific preference, such as browsers, get JSON.
  if (!isWorthReading(accept) || !/text\/(?:csv|\*)|ndjson/i.test(accept)) return 'json'
  const wanted = new Negotiator({ headers: { accept } }).mediaType(Object.values(TYPES))
  return FORMATS.find((known) => TYPES[known] === wanted) ?? 'json'
}

/** The media type of a format of rows. */
export function rowType(format: RowFormat): string {
  return TYPES[format === 'spreadsheet' ? 'csv' : format]
}

/** An array of rows, or a source that creates rows on demand. */
export interface Rows<R> {
  readonly length: number
  /** Returns the rows from one index to before another, like `Array.prototype.slice`. */
  slice(from: number, to: number): readonly R[]
}

/**
 * Creates the function that prepares a response of rows in a format. It serialises them in batches, and
 * yields to other requests between two batches.
 *
 * @param textOf the JSON text of a row
 */
export function prepareRows<R>(
  format: RowFormat,
  columns: readonly string[],
  textOf: (row: R) => string = JSON.stringify,
): (rows: Rows<R>) => Promise<PreparedResponse<R[]>> {
  return async (rows) => {
    const chunks: string[] = []
    for (let from = 0; from === 0 || from < rows.length; from += BATCH_ROWS) {
      if (from > 0) await setImmediate()
      const batch = rows.slice(from, from + BATCH_ROWS)
      countSteps(batch.length)
      chunks.push(serialised(format, columns, batch, { textOf, isFirst: from === 0 }))
    }
    if (format === 'json') chunks.push(']')
    const isFile = format === 'spreadsheet'
    if (isFile) chunks.unshift(BYTE_ORDER_MARK)
    const fileName = isFile ? FILE_NAME : undefined
    return prepareText(chunks, rowType(format), fileName) as PreparedResponse<never>
  }
}

/**
 * Creates the function that prepares a response in a format.
 *
 * @param rowsOf selects the rows: CSV and NDJSON contain nothing else
 */
export function prepareAs<T>(
  format: RowFormat,
  columns: readonly string[],
  rowsOf: (value: T) => readonly unknown[],
): (value: T) => Promise<PreparedResponse<T>> {
  if (format === 'json') return async (value) => prepareJson(value)
  const prepare = prepareRows(format, columns)
  return async (value) => (await prepare(rowsOf(value))) as PreparedResponse<never>
}

/** Serialising a batch takes a few milliseconds. */
const BATCH_ROWS = 50

/** Serialises one batch of rows; JSON without the closing bracket. */
function serialised<R>(
  format: RowFormat,
  columns: readonly string[],
  rows: readonly R[],
  {
    isFirst = true,
    textOf = JSON.stringify,
  }: { isFirst?: boolean; textOf?: (row: R) => string } = {},
): string {
  if (format === 'json') return (isFirst ? '[' : ',') + rows.map((row) => textOf(row)).join(',')
  if (format === 'ndjson') return rows.map((row) => `${textOf(row)}\n`).join('')
  const header = isFirst ? toCsv(columns, []) : ''
  const lineOf = linesOf(columns)
  return header + rows.map((row) => (isRecord(row) ? lineOf(row) : '')).join('')
}

/** The line of a row, once for as long as the row lives: lists keep the rows among which filters select. */
const linesOf = oncePerObject((columns: readonly string[]) => {
  const paths = columns.map((column) => [column, column.split('.')] as const)
  return oncePerObject((row: object) => {
    const cells = paths.map(([column, path]) => [column, cellOf(scalarsAt(row, path))])
    return toCsv(columns, [Object.fromEntries(cells)], { hasHeader: false })
  })
})

/** One number stays a number: a negative one in a string would get an apostrophe, like a formula. */
function cellOf(values: readonly (string | number)[]): string | number {
  const [value] = values
  return values.length === 1 && typeof value === 'number' ? value : values.join('; ')
}

/** The values at a path as numbers and strings, of every element of the arrays on the path. */
function scalarsAt(value: unknown, path: readonly string[]): (string | number)[] {
  if (Array.isArray(value)) return value.flatMap((element) => scalarsAt(element, path))
  const [name, ...rest] = path
  if (name !== undefined) {
    return isRecord(value) && Object.hasOwn(value, name) ? scalarsAt(value[name], rest) : []
  }
  if (typeof value === 'number') return [value]
  return (typeof value === 'string' && value !== '') || typeof value === 'boolean'
    ? [String(value)]
    : []
}
