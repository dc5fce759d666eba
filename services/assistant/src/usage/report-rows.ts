import { isRecord, recordsOf, type JsonRecord } from '@landscape/contracts'

/** One row of a report: what one day says about an organisation, a user or a membership. */
export type ReportRow = JsonRecord & { readonly day: string }

/** A report file is not what a report looks like; the message quotes nothing of it. */
export class ReportMalformed extends Error {
  override readonly name = 'ReportMalformed'
}

/** A report holds less than another one says it should. */
export class ReportIncomplete extends Error {
  override readonly name = 'ReportIncomplete'
}

/**
 * The rows of one report file. Four shapes occur: an object with `day_totals`, an array of those,
 * one flat row, and one JSON value per line of any of these.
 *
 * @throws ReportMalformed also for the last line of a file that was cut off: half a report is none
 */
export function rowsOf(text: string): ReportRow[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  return valuesIn(trimmed).flatMap(expand).map(assertRow)
}

/** Arrays, by their elements, and objects with `day_totals`, by those. */
function expand(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(expand)
  if (isRecord(value) && Array.isArray(value['day_totals'])) return value['day_totals']
  return [value]
}

function valuesIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parseLine)
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ReportMalformed('A report line is not JSON')
  }
}

function assertRow(value: unknown): ReportRow {
  if (isRecord(value) && isDay(value['day'])) return value as ReportRow
  throw new ReportMalformed('A report row has no day')
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
}

/** A counter of a report; undefined when the report does not say. */
type Count = number | undefined

/** The counter of that name in a row, or in an element of a breakdown. */
export function countIn(row: JsonRecord, field: string): Count {
  const value = row[field]
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** Adds up; a sum of which one part is not known is not known. */
export function sum(counts: readonly Count[]): Count {
  let total = 0
  for (const count of counts) {
    if (count === undefined) return undefined
    total += count
  }
  return total
}

/** Elements of a breakdown such as `totals_by_feature`; undefined when the row has none. */
export function breakdown(row: ReportRow, name: string): readonly JsonRecord[] | undefined {
  const value = row[name]
  return Array.isArray(value) ? recordsOf(value) : undefined
}

/** The same breakdown of several rows in one; not known when one of them has none. */
export function breakdowns(
  rows: readonly ReportRow[],
  name: string,
): readonly JsonRecord[] | undefined {
  const parts = rows.map((row) => breakdown(row, name))
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

/** Groups elements by a text in them, in the order in which the texts first occur. */
export function groupBy(elements: readonly JsonRecord[], field: string): Map<string, JsonRecord[]> {
  const groups = new Map<string, JsonRecord[]>()
  for (const element of elements) {
    const key = element[field]
    if (typeof key !== 'string') continue
    const group = groups.get(key)
    if (group) group.push(element)
    else groups.set(key, [element])
  }
  return groups
}

/** An object without the members that are not known. */
export function known<T extends Record<string, unknown>>(members: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Partial<T>
}

/** Suggestions in the editor. */
export function isCompletion({ feature }: JsonRecord): boolean {
  return feature === 'code_completion'
}

/** Chat panel in all its modes, and chat in the editor. */
export function isChat({ feature }: JsonRecord): boolean {
  return typeof feature === 'string' && feature.startsWith('chat_')
}
