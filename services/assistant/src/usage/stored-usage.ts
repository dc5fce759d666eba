import {
  dayOfUsage,
  isRecord,
  oncePerObject,
  type DayObject,
  type OrganisationHistory,
  type StoredUsage,
  type UsageRow,
  type UsageRows,
} from '@landscape/contracts'
import { organisationDays } from './days.ts'
import { mergeDays } from './merge-history.ts'
import { rowOfDay } from './row-of-day.ts'

type StoredDay = StoredUsage[number]

/** Day objects of stored usage; the same array when it contains no rows, otherwise oldest day first. */
export const dayObjectsOf = oncePerObject((stored: StoredUsage): OrganisationHistory => {
  if (stored.every(isDayObject)) return stored
  const rows = stored.filter((element) => !isDayObject(element)).filter(isRow)
  return mergeDays(organisationDays(rows), stored.filter(isDayObject))
})

/** Rows of stored usage, oldest day first; a day without one has the numbers of its day object. */
export const rowsOfUsage = oncePerObject((stored: StoredUsage): UsageRows =>
  stored.map(rowOf).toSorted((a, b) => byCodeUnit(a.day, b.day)),
)

/** Elements that are row and day object at once, for clients of either shape. */
export const combinedUsage = oncePerObject((stored: StoredUsage): OrganisationHistory => {
  const rows = new Map(rowsOfUsage(stored).map((row) => [row.day, row]))
  return dayObjectsOf(stored).map(({ report: _report, ...day }) => {
    return { ...rows.get(dayOfUsage(day)), ...day }
  })
})

/**
 * Adds loaded days to stored usage. In a document with rows, they are stored as rows with the members of day
 * objects, so that the programs that wrote the rows can read them.
 */
export function mergeUsage(stored: StoredUsage, loaded: readonly DayObject[]): StoredUsage {
  if (stored.every(isDayObject) && !stored.some(isRow)) return mergeDays(stored, loaded)
  const byDay = new Map<string, StoredDay>(stored.map((element) => [dayOfUsage(element), element]))
  for (const day of loaded) {
    const before = byDay.get(day.date)
    const known = before === undefined ? [] : [{ ...before, date: day.date }]
    const [merged = day] = mergeDays(known, [asRow(day)])
    byDay.set(day.date, merged)
  }
  return [...byDay.values()].toSorted((a, b) => byCodeUnit(dayOfUsage(a), dayOfUsage(b)))
}

function asRow({ report, ...day }: DayObject): DayObject {
  return { day: day.date, ...(isRecord(report) ? report : {}), ...day }
}

function rowOf(element: StoredDay): UsageRow {
  if (isRow(element)) return element
  const { report } = element
  const day = dayOfUsage(element)
  return isRecord(report) ? { ...report, day } : rowOfDay({ ...element, date: day })
}

function isDayObject(element: StoredDay): element is DayObject {
  return element.date !== undefined
}

function isRow(element: StoredDay): element is StoredDay & UsageRow {
  return element.day !== undefined
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
