import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'

type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

/** The replicas of a service, one after the other. */
export interface AddressBook {
  /** Where the next request goes. Never rejects: an unknown name stays as it is. */
  next: () => Promise<URL>
  /** Hosts of every replica that is known. */
  hosts: () => readonly string[]
}

/** How long a new replica may go unnoticed. */
const FRESH_MS = 1_000

const lookupAll: Lookup = (hostname) => systemLookup(hostname, { all: true })

/**
 * Spreads requests over all addresses of a service's name. Connections that are kept alive would
 * otherwise tie the gateway to the replicas of its first minute.
 *
 * @returns undefined when there is but one address to know
 */
export function createAddressBook(
  target: URL,
  lookup: Lookup = lookupAll,
  now: () => number = () => performance.now(),
): AddressBook | undefined {
  const { hostname, protocol } = target
  // A certificate is made out to the name, and who ends TLS spreads requests itself.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || protocol === 'https:') return undefined
  let known: readonly URL[] = []
  let asked = -Infinity
  let turn = 0
  let asking: Promise<void> | undefined

  async function refresh(): Promise<void> {
    asked = now()
    try {
      const found = await lookup(hostname)
      known = found.map(({ address, family }) => at(target, address, family))
    } catch {
      // The replicas known so far may still answer; connecting tells.
    } finally {
      asking = undefined
    }
  }

  function pick(): URL {
    turn = (turn + 1) % Math.max(known.length, 1)
    return known[turn] ?? target
  }

  return {
    async next() {
      if (now() - asked > FRESH_MS) asking ??= refresh()
      if (known.length === 0) await asking
      return pick()
    },
    hosts: () => (known.length === 0 ? [hostname] : known.map((url) => url.hostname)),
  }
}

function at(target: URL, address: string, family: number): URL {
  const url = new URL(target)
  url.hostname = family === 6 ? `[${address}]` : address
  return url
}
