import type { IncomingHttpHeaders } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { isRecord } from '@landscape/contracts'
import Negotiator from 'negotiator'
import { z } from 'zod'
import { csvOf } from './csv.ts'
import { isWorthReading } from './encoding.ts'
import { prepareAnswer, prepareText, type PreparedAnswer } from './prepared-answer.ts'

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
export function inRows(columns: readonly string[], example: readonly unknown[]) {
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

/**
 * What prepares an answer in a format; others have their turn meanwhile, since CSV of many rows takes long.
 *
 * @param rowsOf the rows of it, which are all that CSV and NDJSON tell
 */
export function preparedIn<T>(
  format: RowFormat,
  columns: readonly string[],
  rowsOf: (value: T) => readonly unknown[],
): (value: T) => Promise<PreparedAnswer<T>> {
  if (format === 'json') return async (value) => prepareAnswer(value)
  return async (value) => {
    const rows = rowsOf(value)
    const parts = [textOf(format, columns, rows.slice(0, ROWS_AT_ONCE))]
    for (let from = ROWS_AT_ONCE; from < rows.length; from += ROWS_AT_ONCE) {
      await setImmediate()
      const some = rows.slice(from, from + ROWS_AT_ONCE)
      parts.push(textOf(format, columns, some, { isFurther: true }))
    }
    return prepareText(parts.join(''), TYPES[format]) as PreparedAnswer<never>
  }
}

/** So many take a few milliseconds. */
const ROWS_AT_ONCE = 50

function textOf(
  format: Exclude<RowFormat, 'json'>,
  columns: readonly string[],
  rows: readonly unknown[],
  part: { isFurther?: boolean } = {},
): string {
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const paths = columns.map((column) => [column, column.split('.')] as const)
  const cells = (row: unknown) =>
    Object.fromEntries(paths.map(([column, path]) => [column, textsAt(row, path).join('; ')]))
  return csvOf(columns, rows.map(cells), part)
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
