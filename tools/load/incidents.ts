/** What callers may see while something is wrong on purpose. */
export type Allowed = readonly (number | 'connection')[]

interface Incident {
  name: string
  allowed: Allowed
  from: number
  until: number
}

/** One request that did not go well: a status, or a connection that broke. */
export interface Mishap {
  what: number | 'connection'
  /** Which request, and what was answered. */
  told: string
  /** When it was sent and when it ended, by the clock of the process. */
  from: number
  until: number
}

/** Caches, connections and circuits may need this long after the end of what was wrong. */
const AFTERMATH_MS = 3_000

/** Keeps what was wrong on purpose, and tells which mishaps that explains. */
export function createIncidents(now: () => number = () => performance.now()) {
  const incidents: Incident[] = []
  const explained = new Map<string, number>()
  const unexplained: string[] = []

  return {
    /** Does what is wrong on purpose; mishaps meanwhile, and shortly after, are explained by it. */
    async during(name: string, allowed: Allowed, act: () => Promise<void>): Promise<void> {
      const incident = { name, allowed, from: now(), until: Infinity }
      incidents.push(incident)
      await act()
      incident.until = now() + AFTERMATH_MS
    },
    report(mishap: Mishap): void {
      const cause = incidents.find(
        ({ allowed, from, until }) =>
          allowed.includes(mishap.what) && mishap.from <= until && mishap.until >= from,
      )
      if (!cause) unexplained.push(mishap.told)
      else explained.set(cause.name, (explained.get(cause.name) ?? 0) + 1)
    },
    /** Number of mishaps by what explains them. */
    explained: (): ReadonlyMap<string, number> => explained,
    unexplained: (): readonly string[] => unexplained,
  }
}
export type Incidents = ReturnType<typeof createIncidents>
