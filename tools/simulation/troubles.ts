import { setTimeout as sleep } from 'node:timers/promises'
import type { Incidents } from '../load/incidents.ts'
import { atHour } from './working-day.ts'

/** For how long the store is away: a part of the day, and at least so many milliseconds. */
const [OUTAGE_SHARE, OUTAGE_MS] = [1 / 60, 5_000]
const STORE_AWAY = 14.5
const RESTARTS = { projects: 9.5, data: 10.5, gateway: 11.5, 'admin-review': 13, assistant: 16 }
type Replaced = keyof typeof RESTARTS

export interface TroublesDeps {
  incidents: Incidents
  store: { disconnect: () => Promise<void>; reconnect: () => Promise<void> }
  /** Replaces all processes of a service, one after the other. */
  replace: (service: Replaced) => Promise<void>
  /** How long the day takes here. */
  dayMs: number
  /** Resolves when the day has come to this. */
  until: (at: number) => Promise<void>
}

/**
 * What is wrong on purpose in a day: each service is replaced, which callers must not notice, and the store is away for
 * some seconds, when edits are refused.
 */
export function startTroubles({ incidents, store, replace, dayMs, until }: TroublesDeps) {
  let isQuiet = true
  const restarts = (Object.keys(RESTARTS) as Replaced[]).map((name) => ({
    hour: RESTARTS[name],
    happens: () => incidents.during(`${name} is replaced`, [], () => replace(name)),
  }))
  const outage = {
    hour: STORE_AWAY,
    happens: () =>
      incidents.during('the store is away', [503], async () => {
        await store.disconnect()
        await sleep(Math.max(OUTAGE_MS, dayMs * OUTAGE_SHARE))
        await store.reconnect()
      }),
  }

  async function all(): Promise<void> {
    for (const { hour, happens } of [...restarts, outage].toSorted((a, b) => a.hour - b.hour)) {
      await until(atHour(hour))
      isQuiet = false
      await happens()
      isQuiet = true
    }
  }
  return {
    /** Whether nothing is wrong on purpose now. */
    isQuiet: () => isQuiet,
    over: all(),
  }
}
