import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressBook } from './address-book.ts'
import { RECOVERY_PAUSE_MS, Replica, type Change } from './replica.ts'

interface ReplicasOptions {
  book: AddressBook
  /** Probes one replica; rejects when it is not healthy. */
  probe: (url: URL) => Promise<void>
  /** Maximum time that callers wait while no replica is healthy; a restart takes less. */
  patienceMs: number
  onChange: (url: URL, change: Change) => void
}

/** The replicas of one service. */
export interface Replicas {
  /**
   * The next healthy replica, not the one to avoid when there is another. Waits while none is healthy;
   * callers that arrive after patience ran out wait for one more probe only.
   *
   * @param isWanted false when the client has left
   * @returns undefined when no replica is healthy or the client has left
   */
  next: (isWanted: () => boolean, avoid?: Replica) => Promise<Replica | undefined>
  /** Resolves the service's name now. */
  refresh: () => Promise<void>
}

const PAUSE_MS = 50
/**
 * How many more requests than another a replica may have waiting before it is skipped. Not 0: a replica
 * that fails at once never has any waiting, and would get all requests.
 */
const MAX_BEHIND = 8

/** Round robin over the addresses of a service; a slow replica is skipped more often. */
export function createReplicas({ book, probe, patienceMs, onChange }: ReplicasOptions): Replicas {
  let addresses: readonly URL[] = []
  let known: readonly Replica[] = []
  let round = 0
  let unavailableSince: number | undefined
  let waiting: Promise<void> | undefined

  function update(found: readonly URL[]): void {
    if (found === addresses) return
    addresses = found
    const before = new Map(known.map((replica) => [replica.url.host, replica]))
    known = found.map((url) => before.get(url.host) ?? create(url))
    for (const replica of before.values()) if (!known.includes(replica)) replica.remove()
  }

  function create(url: URL): Replica {
    return new Replica({
      url,
      probe,
      onChange(change) {
        if (change === 'up') renewPatience()
        onChange(url, change)
      },
      // A replica at a new address was never down, so it never changes to up.
      onResponse: renewPatience,
    })
  }

  /** Callers wait again for a service that was available in the meantime. */
  function renewPatience(): void {
    unavailableSince = undefined
  }

  function choose(avoid: Replica | undefined): Replica | undefined {
    const up = known.filter((replica) => replica.isUp)
    const others = up.filter((replica) => replica !== avoid)
    const allowed = others.length > 0 ? others : up
    const least = Math.min(...allowed.map((replica) => replica.waiting))
    const choice = allowed.filter((replica) => replica.waiting <= least + MAX_BEHIND)
    round++
    return choice[round % choice.length]
  }

  return {
    refresh: book.refresh,
    async next(isWanted, avoid) {
      const arrived = performance.now()
      while (isWanted()) {
        update(await book.addresses())
        const replica = choose(avoid)
        if (replica) return replica
        const now = performance.now()
        unavailableSince ??= now
        const isPatienceOver = now - unavailableSince >= patienceMs
        if (isPatienceOver && now - arrived >= 2 * RECOVERY_PAUSE_MS) return undefined
        // All callers share one timer.
        waiting ??= sleep(PAUSE_MS).then(() => (waiting = undefined))
        await waiting
      }
      return undefined
    },
  }
}
