import type { LastRun, StoredUsage } from '@landscape/contracts'
import type { Metrics } from '@landscape/http'
import type { StoredDocument } from '@landscape/store'
import { ageInDays, newestDay } from '../usage/newest-day.ts'
import { lastSuccess } from './lease.ts'

interface CollectedDeps {
  documents: {
    organisationHistory: StoredDocument<StoredUsage>
    lastRun: StoredDocument<LastRun>
  }
  /** Whether a source-control host is configured. */
  hasHost: boolean
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Defines the metrics of what is collected. They are read from stored documents at each scrape, without a
 * request to the source-control host, and have no value while it is unknown.
 */
export function defineCollectedMetrics(
  metrics: Metrics | undefined,
  { documents, hasHost, now }: CollectedDeps,
): void {
  if (!metrics) return
  const newest = async () => {
    const history = await readOrNothing(documents.organisationHistory)
    return history && newestDay(history)
  }
  metrics.reading({
    name: 'landscape_assistant_active_people',
    help: 'Active people on the newest stored day',
    read: async () => (await newest())?.activePeople,
  })
  metrics.reading({
    name: 'landscape_assistant_newest_day_age_days',
    help: 'Days between the newest stored day and today',
    async read() {
      const day = await newest()
      return day && ageInDays(day, now())
    },
  })
  if (!hasHost) return
  metrics.reading({
    name: 'landscape_collector_last_success_timestamp_seconds',
    help: 'Time of the last successful collection by any process, in seconds since 1970; 0 when there was none',
    read: () => lastSuccess(documents.lastRun),
  })
}

/** The stored value; undefined when it is missing or unreadable, which other metrics count. */
async function readOrNothing<T>(document: StoredDocument<T>): Promise<T | undefined> {
  try {
    return (await document.read())?.value
  } catch {
    return undefined
  }
}
