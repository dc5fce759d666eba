import { isRecord, type JsonRecord, ownMember, recordsOf } from '@landscape/contracts/json'

/** One row of a report: an organisation, a user or a membership on one day. */
export type ReportRow = JsonRecord & { readonly day: string }

/** A report file has another shape; the message does not quote it. */
export class ReportMalformed extends Error {
  override readonly name = 'ReportMalformed'
}

/** A report has fewer users than the organisation's report counts. */
export class ReportIncomplete extends Error {
  override readonly name = 'ReportIncomplete'
}

/**
 * The rows of one report file. Four shapes occur: an object with `day_totals`, an array of those,
 * one flat row, and one JSON value per line of any of these.
 *
 * @throws ReportMalformed for any invalid line, so that a truncated file is rejected
 */
export function rowsOf(text: string): ReportRow[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  return valuesIn(trimmed).flatMap(expand).map(assertRow)
}

/** Replaces arrays by their elements, and objects with `day_totals` by those. */
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

/** A counter of a report; undefined when the report does not contain it. */
type Count = number | undefined

/** The counter of that name in a row, or in an element of a breakdown. */
export function countIn(row: JsonRecord, field: string): Count {
  const value = ownMember(row, field)
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/**
 * A counter of a user's row. A row whose breakdown by feature is empty counts nothing: the host knows such
 * users from its own records.
 */
export function countOfUser(row: ReportRow, field: string): Count {
  return countIn(row, field) ?? (breakdown(row, 'totals_by_feature')?.length === 0 ? 0 : undefined)
}

/** Adds up counters; undefined when one is. */
export function sum(counts: readonly Count[]): Count {
  let total = 0
  for (const count of counts) {
    if (count === undefined) return undefined
    total += count
  }
  return total
}

/** Undefined when the report does not contain it. */
export type Maybe = boolean | undefined

/** Whether a counter is above zero. */
export function positive(count: Count): Maybe {
  return count === undefined ? undefined : count > 0
}

/** True when one part is, false when all parts are false, else undefined. */
export function anyOf(parts: readonly Maybe[]): Maybe {
  if (parts.includes(true)) return true
  return parts.includes(undefined) ? undefined : false
}

/** Elements of a breakdown such as `totals_by_feature`; undefined when the row has none. */
export function breakdown(row: ReportRow, name: string): readonly JsonRecord[] | undefined {
  const value = ownMember(row, name)
  return Array.isArray(value) ? recordsOf(value) : undefined
}

/** The same breakdown of several rows; undefined when one row has none. */
export function breakdowns(
  rows: readonly ReportRow[],
  name: string,
): readonly JsonRecord[] | undefined {
  const parts = rows.map((row) => breakdown(row, name))
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

/** Groups elements by a string member, in order of first occurrence. */
export function groupBy(elements: readonly JsonRecord[], field: string): Map<string, JsonRecord[]> {
  const groups = new Map<string, JsonRecord[]>()
  for (const element of elements) {
    const key = ownMember(element, field)
    if (typeof key !== 'string') continue
    const group = groups.get(key)
    if (group) group.push(element)
    else groups.set(key, [element])
  }
  return groups
}

/** A member of an object that is a string; otherwise null. */
export function memberOf(value: unknown, name: string): string | null {
  const member = isRecord(value) ? ownMember(value, name) : undefined
  return typeof member === 'string' ? member : null
}

/** An object without its undefined members. */
export function omitUndefined<T extends Record<string, unknown>>(members: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Partial<T>
}

/** Whether an element counts suggestions in the editor. */
export function isCompletion({ feature }: JsonRecord): boolean {
  return feature === 'code_completion'
}

/** Whether an element counts use of an agent in the editor. */
export function isAgent({ feature }: JsonRecord): boolean {
  return feature === 'chat_panel_agent_mode' || feature === 'agent_edit'
}

/** Whether an element counts use of the command line. */
export function isCli({ feature }: JsonRecord): boolean {
  return feature === 'copilot_cli'
}

/** The host does not state whether these interactions are chats. */
const UNKNOWN_MODE = 'chat_panel_unknown_mode'

/** Whether an element counts chats, in the panel or in the editor. */
export function isChat({ feature }: JsonRecord): boolean {
  return typeof feature === 'string' && feature.startsWith('chat_') && feature !== UNKNOWN_MODE
}
