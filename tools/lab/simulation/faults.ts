import { setTimeout as sleep } from 'node:timers/promises'
import type { Incidents } from '../load/incidents.ts'
import { atHour } from './working-day.ts'

/** Duration of the store outage: share of the day and minimum (ms). */
const [OUTAGE_SHARE, MIN_OUTAGE_MS] = [1 / 60, 5_000]
const OUTAGE_HOUR = 14.5
const RESTARTS = { projects: 9.5, data: 10.5, gateway: 11.5, 'admin-review': 13, assistant: 16 }
type Replaced = keyof typeof RESTARTS

export interface FaultsDeps {
  incidents: Incidents
  store: { disconnect: () => Promise<void>; reconnect: () => Promise<void> }
  /** Restarts all processes of a service one after the other. */
  replace: (service: Replaced) => Promise<void>
  /** Duration of the replayed day (ms). */
  dayMs: number
  /** Resolves at this time of the day (ms). */
  until: (at: number) => Promise<void>
}

/**
 * Injects the faults of a day: restarts of each service, which must not fail requests, and a store
 * outage, during which edits are rejected.
 */
export function startFaults({ incidents, store, replace, dayMs, until }: FaultsDeps) {
  let isQuiet = true
  const restarts = (Object.keys(RESTARTS) as Replaced[]).map((name) => ({
    hour: RESTARTS[name],
    inject: () => incidents.during(`${name} is restarted`, [], () => replace(name)),
  }))
  const outage = {
    hour: OUTAGE_HOUR,
    inject: () =>
      incidents.during('store outage', [503], async () => {
        await store.disconnect()
        await sleep(Math.max(MIN_OUTAGE_MS, dayMs * OUTAGE_SHARE))
        await store.reconnect()
      }),
  }

  async function all(): Promise<void> {
    for (const { hour, inject } of [...restarts, outage].toSorted((a, b) => a.hour - b.hour)) {
      await until(atHour(hour))
      isQuiet = false
      await inject()
      isQuiet = true
    }
  }
  return {
    /** Whether no fault is injected now. */
    isQuiet: () => isQuiet,
    over: all(),
  }
}
