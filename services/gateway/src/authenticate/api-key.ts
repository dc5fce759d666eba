import type { Authenticator } from './identify.ts'
import type { KeyRing } from './key-ring.ts'
import { unauthenticated } from './token-error.ts'

/** Callers by API keys. A key names no person, so other credentials next to it are those of another caller. */
export function byApiKey(ring: KeyRing): Authenticator {
  return ({ apiKey, ...others }) => {
    if (apiKey === undefined) return undefined
    if (Object.values(others).some((other) => other !== undefined))
      throw unauthenticated('Not authorized', 'two callers')
    return ring.identify(apiKey)
  }
}
