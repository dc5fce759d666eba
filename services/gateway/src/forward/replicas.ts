import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** Resolves a name to all its addresses. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

/** The addresses of a service's replicas. */
export interface AddressBook {
  /** Addresses of the last lookup; the name itself until a lookup succeeds. Never rejects. */
  addresses: () => Promise<readonly URL[]>
  /** Looks the name up now. Never rejects. */
  refresh: () => Promise<void>
}

/** Age after which addresses are looked up again. */
const FRESH_MS = 1_000

const lookupAll: Lookup = (hostname) => systemLookup(hostname, { all: true })

/**
 * Resolves all addresses of a service's name. Otherwise kept-alive connections would tie the gateway to the
 * first replicas.
 */
export function createAddressBook(
  target: URL,
  lookup: Lookup = lookupAll,
  now: () => number = () => performance.now(),
): AddressBook {
  const { hostname, protocol } = target
  let known: readonly URL[] = [target]
  // A certificate is valid for the name, and a TLS endpoint balances requests itself.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || protocol === 'https:') {
    return { addresses: async () => known, refresh: async () => {} }
  }
  let lookedUpAt = -Infinity
  let lookingUp: Promise<void> | undefined

  async function lookUp(): Promise<void> {
    lookedUpAt = now()
    try {
      const found = await lookup(hostname)
      if (found.length > 0)
        known = found.map(({ address, family }) => withHost(target, address, family))
    } catch {
      // The known addresses may still work.
    } finally {
      lookingUp = undefined
    }
  }

  return {
    async addresses() {
      if (now() - lookedUpAt > FRESH_MS) lookingUp ??= lookUp()
      if (known[0] === target) await lookingUp
      return known
    },
    refresh: () => (lookingUp ??= lookUp()),
  }
}

function withHost(target: URL, address: string, family: number): URL {
  const url = new URL(target)
  url.hostname = family === 6 ? `[${address}]` : address
  return url
}
