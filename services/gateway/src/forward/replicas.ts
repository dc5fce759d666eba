import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressBook } from './address-book.ts'
import { RECOVERY_PAUSE_MS, Replica, type Change, type Probe } from './replica.ts'

interface ReplicasOptions {
  book: AddressBook
  /** Probes one replica; rejects when it is not healthy. */
  probe: Probe
  /** Maximum time that callers wait while no replica is healthy; a restart takes less. */
  patienceMs: number
  onChange: (url: URL, change: Change) => void
}

const PAUSE_MS = 50
/**
 * A replica is skipped when it has more waiting requests than the minimum of all replicas plus this number.
 * Not 0: a replica that fails at once never has waiting requests, and would get all of them.
 */
const MAX_BEHIND = 8

/** The replicas of one service: round robin over its addresses; a slow replica is skipped more often. */
export class Replicas {
  readonly #options: ReplicasOptions
  #addresses: readonly URL[] = []
  #known: readonly Replica[] = []
  #round = 0
  #unavailableSince: number | undefined
  #pause: Promise<void> | undefined
  #isClosed = false

  constructor(options: ReplicasOptions) {
    this.#options = options
  }

  /**
   * The next healthy replica, not the one to avoid when there is another. Waits while none is healthy;
   * callers that arrive after patience ran out wait for one more probe only.
   *
   * @param isWanted false when the client has left
   * @returns undefined when no replica is healthy or the client has left
   */
  async next(isWanted: () => boolean, avoid?: Replica): Promise<Replica | undefined> {
    const arrived = performance.now()
    while (isWanted()) {
      const found = await this.#options.book.addresses()
      if (this.#isClosed) return undefined
      this.#update(found)
      const replica = this.#choose(avoid)
      if (replica) return replica
      const now = performance.now()
      this.#unavailableSince ??= now
      const isPatienceOver = now - this.#unavailableSince >= this.#options.patienceMs
      if (isPatienceOver && now - arrived >= 2 * RECOVERY_PAUSE_MS) return undefined
      // All callers share one timer.
      this.#pause ??= sleep(PAUSE_MS).then(() => (this.#pause = undefined))
      await this.#pause
    }
    return undefined
  }

  /** Resolves the service's name now. */
  refresh(): Promise<void> {
    return this.#options.book.refresh()
  }

  /** Stops all probes; `next` finds no replica any more. */
  close(): void {
    this.#isClosed = true
    for (const replica of this.#known) replica.remove()
  }

  #update(found: readonly URL[]): void {
    if (found === this.#addresses) return
    this.#addresses = found
    const before = new Map(this.#known.map((replica) => [replica.url.host, replica]))
    this.#known = found.map((url) => before.get(url.host) ?? this.#create(url))
    for (const replica of before.values()) if (!this.#known.includes(replica)) replica.remove()
  }

  #create(url: URL): Replica {
    const { probe, onChange } = this.#options
    return new Replica({
      url,
      probe,
      onChange: (change) => {
        if (change === 'up') this.#renewPatience()
        onChange(url, change)
      },
      // A replica at a new address was never down, so it never changes to up.
      onResponse: () => this.#renewPatience(),
    })
  }

  /** Callers wait again for a service that was available in the meantime. */
  #renewPatience(): void {
    this.#unavailableSince = undefined
  }

  #choose(avoid: Replica | undefined): Replica | undefined {
    const up = this.#known.filter((replica) => replica.isUp)
    const others = up.filter((replica) => replica !== avoid)
    const allowed = others.length > 0 ? others : up
    const least = Math.min(...allowed.map((replica) => replica.waiting))
    const choice = allowed.filter((replica) => replica.waiting <= least + MAX_BEHIND)
    this.#round++
    return choice[this.#round % choice.length]
  }
}
