import { dayOfUsage, type SettledDays, type StoredUsage } from '@landscape/contracts/assistant'
import { ownMember } from '@landscape/contracts/json'
import { DAY_MS, dayOf } from '../usage/calendar.ts'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { UsageReports } from '../host/port.ts'
import type { LoadedDay } from './load-day.ts'

/** The host corrects a day's numbers until three complete days after it. */
const UNSETTLED_DAYS = 4
/** The host keeps reports for a year. */
const MAX_DAYS = 365
/** Day of the host's first report. */
const FIRST_REPORT = '2025-10-10'

/**
 * The days to request, newest first: unsettled days, and days of the last `windowDays` that were not loaded
 * after they settled, are missing in the history, or lack the activity. The history alone is not
 * enough: a team may lack a day because a report failed or because the team was too small.
 *
 * @param now milliseconds since the epoch
 */
export function daysToLoad(
  history: StoredUsage,
  settled: SettledDays,
  now: number,
  windowDays: number,
): string[] {
  const stored = new Set(history.filter((day) => !lacksActivity(day)).map(dayOfUsage))
  const settledAs = (date: string) => ownMember(settled, date)
  const isDone = (date: string) =>
    settledAs(date) === 'empty' || (settledAs(date) === 'loaded' && stored.has(date))
  const back = Math.min(Math.max(windowDays, UNSETTLED_DAYS), MAX_DAYS)
  return Array.from({ length: back }, (_, i) => dayOf(now - (i + 1) * DAY_MS))
    .filter((date) => !isSettled(date, now) || !isDone(date))
    .filter((date) => date >= FIRST_REPORT)
}

/** Whether a day was stored with people, but before its activity was stored. */
function lacksActivity(day: StoredUsage[number]): boolean {
  return day['total_engaged_users'] !== undefined && day['activity'] === undefined
}

/**
 * Adds completely loaded days that have settled, and removes days older than the host's reports.
 *
 * @param now milliseconds since the epoch
 */
export function settle(known: SettledDays, loaded: SettledDays, now: number): SettledDays {
  const oldest = dayOf(now - MAX_DAYS * DAY_MS)
  const fresh = Object.entries(loaded).filter(([day]) => isSettled(day, now))
  return Object.fromEntries(
    Object.entries({ ...known, ...Object.fromEntries(fresh) })
      .filter(([day]) => day >= oldest)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/**
 * Whether the host no longer corrects the numbers of a day.
 *
 * @param now milliseconds since the epoch
 */
export function isSettled(date: string, now: number): boolean {
  return date < dayOf(now - UNSETTLED_DAYS * DAY_MS)
}

/** Reports known to be published in this run (newest days first). */
interface Published {
  /** Whether the host has any report: one that was loaded, or its 28-day report. */
  hasReports: () => Promise<boolean>
  /** Whether the report of a newer day was loaded. For the organisation, a stored day suffices. */
  hasNewer: (kind: 'organization' | 'user-teams', day: string) => Promise<boolean>
  /** Adds a day that the run loaded. */
  add: (loaded: LoadedDay) => void
}

interface PublishedDeps {
  reports: Pick<UsageReports, 'hasLatest'>
  documents: { organisationHistory: Pick<StoredDocument<StoredUsage>, 'read'> }
  signal?: AbortSignal
}

/** Nothing is known before the first day. */
export function createPublished({ reports, documents, signal }: PublishedDeps): Published {
  const loaded = { organization: false, 'user-teams': false }
  let hasLatest: boolean | undefined
  return {
    async hasReports() {
      if (loaded.organization) return true
      try {
        hasLatest ??= await reports.hasLatest(signal)
      } catch {
        // Queried again for the next absent day.
        signal?.throwIfAborted()
      }
      return hasLatest ?? false
    },
    async hasNewer(kind, day) {
      if (loaded[kind] || kind === 'user-teams') return loaded[kind]
      const stored = await documents.organisationHistory.read()
      return stored?.value.some((element) => dayOfUsage(element) > day) ?? false
    },
    add({ organisation, hasMemberships }) {
      loaded.organization ||= organisation !== undefined
      loaded['user-teams'] ||= hasMemberships
    },
  }
}
