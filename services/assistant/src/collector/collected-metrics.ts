import type { LastRun, Seat, Spend, StoredUsage } from '@landscape/contracts/assistant'
import { cachedFor } from '@landscape/contracts/async/share-calls'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { UsageSource } from '../host/port.ts'
import { IDLE_DAYS, idleSeats } from '../usage/idle-seats.ts'
import { seatUse } from '../usage/seat-use.ts'
import { ageInDays, newestDay } from '../usage/newest-day.ts'
import { summariseMonth } from '../usage/spend-summary.ts'
import { lastSuccess } from './last-run.ts'

interface CollectedDeps {
  documents: {
    organisationHistory: StoredDocument<StoredUsage>
    lastRun: StoredDocument<LastRun>
    spend: StoredDocument<Spend>
  }
  source: Pick<UsageSource, 'seats'>
  /** Whether a source-control host is configured. */
  hasHost: boolean
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Minimum time between two requests for seats, also after a rejected one. */
const SEATS_EVERY_MS = 5 * 60_000

/**
 * Defines the metrics of collected usage. They are read at each scrape from stored documents, and from the
 * seats of the source-control host. They have no value while it is unknown.
 */
export function defineCollectedMetrics(metrics: Metrics | undefined, deps: CollectedDeps): void {
  if (!metrics) return
  const { documents, hasHost, now } = deps
  defineCosts(metrics, deps)
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
    help:
      'Time of the last successful collection by any process, in seconds since 1970; ' +
      '0 when there was none',
    read: () => lastSuccess(documents.lastRun),
  })
}

function defineCosts(metrics: Metrics, { documents, source, now }: CollectedDeps): void {
  const seatsOf = createSeats(source)
  metrics.reading({
    name: 'landscape_assistant_seats',
    help: 'Seats of the organisation',
    read: () => seatsOf()?.length,
  })
  metrics.reading({
    name: 'landscape_assistant_idle_seats',
    help: `Seats without activity for ${IDLE_DAYS} days`,
    read() {
      const seats = seatsOf()
      const at = (seats && seatUse(seats).newest) ?? now()
      return seats && idleSeats(seats, { idleDays: IDLE_DAYS, at }).length
    },
  })
  metrics.reading({
    name: 'landscape_assistant_month_credits',
    help: 'Credits used this month, as billed',
    async read() {
      const month = new Date(now()).toISOString().slice(0, 7)
      const spend = await readOrNothing(documents.spend)
      const bill = spend?.find((one) => one.month === month)
      return bill && (summariseMonth(bill).gross_credits ?? undefined)
    },
  })
}

/**
 * Requests seats without a wait, since a slow host must not delay a scrape.
 * @returns the seats of the last request; undefined before its response, and after a failure
 */
function createSeats(source: CollectedDeps['source']): () => readonly Seat[] | undefined {
  let seats: readonly Seat[] | undefined
  const request = cachedFor(SEATS_EVERY_MS, async () => {
    seats = await source.seats().then(
      ({ value }) => value,
      () => undefined,
    )
  })
  return () => {
    void request()
    return seats
  }
}

/** The stored value; undefined when it is missing or unreadable, which other metrics count. */
async function readOrNothing<T>(document: StoredDocument<T>): Promise<T | undefined> {
  try {
    return (await document.read())?.value
  } catch {
    return undefined
  }
}
