import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'

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
