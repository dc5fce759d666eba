import type { ReportRow } from './report-rows.ts'

/** A counter of a report; undefined when the report does not say. */
export type Count = number | undefined

type Fields = Readonly<Record<string, unknown>>

export function countIn(row: Fields, field: string): Count {
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
export function breakdown(row: ReportRow, name: string): readonly Fields[] | undefined {
  const value = row[name]
  if (!Array.isArray(value)) return undefined
  return value.filter(
    (element): element is Fields =>
      typeof element === 'object' && element !== null && !Array.isArray(element),
  )
}

/** The same breakdown of several rows in one; not known when one of them has none. */
export function breakdowns(
  rows: readonly ReportRow[],
  name: string,
): readonly Fields[] | undefined {
  const parts = rows.map((row) => breakdown(row, name))
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

/** Groups elements by a text in them, in the order in which the texts first occur. */
export function groupBy(elements: readonly Fields[], field: string): Map<string, Fields[]> {
  const groups = new Map<string, Fields[]>()
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

export function isCompletion({ feature }: Fields): boolean {
  return feature === 'code_completion'
}

/** Chat panel in all its modes, and chat in the editor. */
export function isChat({ feature }: Fields): boolean {
  return typeof feature === 'string' && feature.startsWith('chat_')
}
