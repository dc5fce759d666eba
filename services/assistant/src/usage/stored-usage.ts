import {
  dayOfUsage,
  type DayObject,
  type OrganisationHistory,
  type StoredUsage,
  type UsageRow,
  type UsageRows,
} from '@landscape/contracts/assistant'
import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import { isRecord } from '@landscape/contracts/json'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { organisationDays } from './days.ts'
import { mergeDays, oncePerDay } from './merge-history.ts'
import { rowOfDay } from './row-of-day.ts'

type StoredDay = StoredUsage[number]

/** Day objects of stored usage, one a day; the same array when it is that, otherwise oldest day first. */
export const dayObjectsOf = oncePerObject((stored: StoredUsage): OrganisationHistory => {
  const isUnique = new Set(stored.map(dayOfUsage)).size === stored.length
  if (isUnique && stored.every(isDayObject) && !stored.some(isRow)) return stored
  const rows = stored.filter((element) => !isDayObject(element)).filter(isRow)
  const days = stored.filter(isDayObject).map(withReport)
  return oncePerDay([...organisationDays(lastOfEachDay(rows)), ...days]).toSorted((a, b) =>
    byCodeUnit(a.date, b.date),
  )
})

/** Rows of stored usage, one a day, oldest first; a day without one has the numbers of its day object. */
export const rowsOfUsage = oncePerObject((stored: StoredUsage): UsageRows => {
  const days = oncePerDay(stored.filter(isDayObject).filter((element) => !isRow(element)))
  return lastOfEachDay([...days.map(rowOf), ...stored.filter(isRow)]).toSorted((a, b) =>
    byCodeUnit(a.day, b.day),
  )
})

/** Elements that are row and day object at once, for clients of either shape. */
export const combinedUsage = oncePerObject((stored: StoredUsage): OrganisationHistory => {
  const rows = new Map(rowsOfUsage(stored).map((row) => [row.day, row]))
  return dayObjectsOf(stored).map(({ report: _report, ...day }) => {
    return { ...rows.get(dayOfUsage(day)), ...day }
  })
})

/**
 * Adds loaded days to stored usage. In a document with rows, they are stored as rows with the members of day
 * objects, so that the programs that wrote the rows can read them. Elements of other days stay as they are.
 */
export function mergeUsage(stored: StoredUsage, loaded: readonly DayObject[]): StoredUsage {
  if (stored.every(isDayObject) && !stored.some(isRow)) return mergeDays(stored, loaded)
  const days = new Set(loaded.map(({ date }) => date))
  const others = stored.filter((element) => !days.has(dayOfUsage(element)))
  const known = stored
    .filter((element) => days.has(dayOfUsage(element)))
    .map((element) => ({ ...element, date: dayOfUsage(element) }))
  return [...others, ...mergeDays(known, loaded.map(asRow))].toSorted((a, b) =>
    byCodeUnit(dayOfUsage(a), dayOfUsage(b)),
  )
}

function asRow({ report, ...day }: DayObject): DayObject {
  return { day: day.date, ...(isRecord(report) ? report : {}), ...day }
}

/** The inverse of `asRow`: members of the row move into `report`. */
function withReport(element: DayObject): DayObject {
  if (!isRow(element) || element['report'] !== undefined) return element
  const { date, ...members } = element
  const [own, row] = [true, false].map((isOwn) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => isDayMember(name) === isOwn)),
  )
  return { date, ...own, report: row }
}

/** Whether a member of an element that is row and day object at once belongs to the day object. */
function isDayMember(name: string): boolean {
  return name.startsWith('copilot_') || DAY_MEMBERS.has(name)
}

const DAY_MEMBERS = new Set(['total_active_users', 'total_engaged_users', 'activity', 'incomplete'])

function rowOf(element: DayObject): UsageRow {
  const { date: day, report } = element
  return isRecord(report) ? { ...report, day } : rowOfDay(element)
}

function lastOfEachDay<T extends UsageRow>(rows: readonly T[]): T[] {
  return [...new Map(rows.map((row) => [row.day, row])).values()]
}

function isDayObject(element: StoredDay): element is DayObject {
  return element.date !== undefined
}

function isRow(element: StoredDay): element is StoredDay & UsageRow {
  return element.day !== undefined
}
