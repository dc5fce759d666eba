/** Failures that callers may see during an injected fault. */
export type Allowed = readonly (number | 'connection')[]

interface Incident {
  name: string
  allowed: Allowed
  from: number
  until: number
}

/** A failed request: a status or a broken connection. */
export interface Failure {
  what: number | 'connection'
  /** The request and its response. */
  detail: string
  /** Start and end in milliseconds (`performance.now()`). */
  from: number
  until: number
}

/** Time for caches, connections and circuits to recover (ms). */
const RECOVERY_MS = 3_000

/** Records injected faults and attributes failures to them. */
export function createIncidents(now: () => number = () => performance.now()) {
  const incidents: Incident[] = []
  const explained = new Map<string, number>()
  const unexplained: string[] = []

  return {
    /** Injects a fault; it explains failures while it lasts and shortly after. */
    async during(name: string, allowed: Allowed, act: () => Promise<void>): Promise<void> {
      const incident = { name, allowed, from: now(), until: Infinity }
      incidents.push(incident)
      await act()
      incident.until = now() + RECOVERY_MS
    },
    report(failure: Failure): void {
      const cause = incidents.find(
        ({ allowed, from, until }) =>
          allowed.includes(failure.what) && failure.from <= until && failure.until >= from,
      )
      if (!cause) unexplained.push(failure.detail)
      else explained.set(cause.name, (explained.get(cause.name) ?? 0) + 1)
    },
    /** Number of failures by the fault that explains them. */
    explained: (): ReadonlyMap<string, number> => explained,
    unexplained: (): readonly string[] => unexplained,
  }
}
export type Incidents = ReturnType<typeof createIncidents>
