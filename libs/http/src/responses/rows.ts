import type { IncomingHttpHeaders } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { isRecord } from '@landscape/contracts'
import Negotiator from 'negotiator'
import { z } from 'zod'
import { toCsv } from './csv.ts'
import { isWorthReading } from './encoding.ts'
import { prepareJson, prepareText, type PreparedResponse } from './prepared-response.ts'

/** How rows may be told beside JSON, by their media types. */
const TYPES = { json: 'application/json', csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
export type RowFormat = keyof typeof TYPES
const FORMATS = Object.keys(TYPES) as RowFormat[]

/** The parameter of routes that answer rows; it wins over `Accept`. */
export const ROW_FORMAT = {
  format: z
    .enum(FORMATS, `Invalid format: ${FORMATS.join(', ')} are known`)
    .optional()
    .meta({
      description: 'as `Accept` says it, for who cannot: of the rows alone as CSV or NDJSON',
      examples: ['csv'],
    }),
}

/**
 * What all routes have in common that answer rows: to who asks for that as CSV (`text/csv`) or NDJSON
 * (`application/x-ndjson`), and to everybody else as JSON.
 *
 * @param columns of the CSV: names of members, with dots between those that lie within each other
 * @param example rows for the API description
 */
export function rowTypes(columns: readonly string[], example: readonly unknown[]) {
  return {
    otherTypes: {
      [TYPES.csv]: textOf('csv', columns, example),
      [TYPES.ndjson]: textOf('ndjson', columns, example),
    },
  } as const
}

/** Which format a caller of such a route wants; JSON where they do not say, or want what there is not. */
export function rowFormat(
  { accept }: Pick<IncomingHttpHeaders, 'accept'>,
  format?: RowFormat,
): RowFormat {
  if (format !== undefined) return format
  // Of most requests. Browsers and programs that take anything get what they always got.
  if (!isWorthReading(accept) || !/text\/(?:csv|\*)|ndjson/i.test(accept)) return 'json'
  const wanted = new Negotiator({ headers: { accept } }).mediaType(Object.values(TYPES))
  return FORMATS.find((known) => TYPES[known] === wanted) ?? 'json'
}

/** The media type of a format of rows. */
export function rowType(format: RowFormat): string {
  return TYPES[format]
}

/** Rows that are there, or made when they are asked for: an array is such. */
export interface Rows<R> {
  readonly length: number
  /** Those from one place to before another, as of an array. */
  slice(from: number, to: number): readonly R[]
}

/**
 * Creates the function that prepares a response of nothing but rows, in a format.
 *
 * Rows are serialised in batches, and other requests are served between two batches.
 */
export function prepareRows<R>(
  format: RowFormat,
  columns: readonly string[],
): (rows: Rows<R>) => Promise<PreparedResponse<R[]>> {
  return async (rows) => {
    const texts: string[] = []
    for (let from = 0; from === 0 || from < rows.length; from += BATCH_ROWS) {
      if (from > 0) await setImmediate()
      const batch = rows.slice(from, from + BATCH_ROWS)
      texts.push(textOf(format, columns, batch, { isFurther: from > 0 }))
    }
    if (format === 'json') texts.push(']')
    return prepareText(texts.join(''), TYPES[format]) as PreparedResponse<never>
  }
}

/**
 * What prepares an answer in a format.
 *
 * @param rowsOf the rows of it, which are all that CSV and NDJSON tell
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

/** A batch takes a few milliseconds. */
const BATCH_ROWS = 50

/** The text of some rows; JSON is without its end. */
function textOf(
  format: RowFormat,
  columns: readonly string[],
  rows: readonly unknown[],
  part: { isFurther?: boolean } = {},
): string {
  if (format === 'json') return (part.isFurther ? ',' : '[') + JSON.stringify(rows).slice(1, -1)
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const paths = columns.map((column) => [column, column.split('.')] as const)
  const cells = (row: unknown) =>
    Object.fromEntries(paths.map(([column, path]) => [column, textsAt(row, path).join('; ')]))
  return toCsv(columns, rows.map(cells), part)
}

/** The texts at a place within a value, of every element where there is a list on the way. */
function textsAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => textsAt(element, path))
  const [name, ...rest] = path
  if (name !== undefined) {
    return isRecord(value) && Object.hasOwn(value, name) ? textsAt(value[name], rest) : []
  }
  const isText = ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
  return isText ? [String(value)] : []
}
