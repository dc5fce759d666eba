import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** Every address of a name. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

/** Where the replicas of a service are. */
export interface AddressBook {
  /** As it was a moment ago; the name itself while it was never known. Never rejects. */
  addresses: () => Promise<readonly URL[]>
  /** Looks the name up now. Never rejects. */
  refresh: () => Promise<void>
}

/** How long a new replica may go unnoticed. */
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
  let asked = -Infinity
  let asking: Promise<void> | undefined

  async function lookUp(): Promise<void> {
    asked = now()
    try {
      const found = await lookup(hostname)
      if (found.length > 0) known = found.map(({ address, family }) => at(target, address, family))
    } catch {
      // The known replicas may work; connecting finds out.
    } finally {
      asking = undefined
    }
  }

  return {
    async addresses() {
      if (now() - asked > FRESH_MS) asking ??= lookUp()
      if (known[0] === target) await asking
      return known
    },
    refresh: () => (asking ??= lookUp()),
  }
}

function at(target: URL, address: string, family: number): URL {
  const url = new URL(target)
  url.hostname = family === 6 ? `[${address}]` : address
  return url
}
