import { KEY_PREFIX } from '@landscape/contracts/api-key-text'
import type { Credentials, Identify } from './gateway-request.ts'
import { tokenIn } from './identify.ts'
import type { KeyRing } from './key-ring.ts'
import { unauthenticated } from './token-error.ts'

/**
 * Establishes the caller by the API key in `Authorization`, or by other credentials when it has none. A key
 * with other credentials is rejected. As for tokens, public prefixes ignore keys, and lenient prefixes
 * invalid ones.
 */
export function identifyByKey(ring: KeyRing, identifyOthers: Identify): Identify {
  const identify = async (key: string, credentials: Credentials) => {
    const { authorization: _, ...others } = credentials
    if (Object.values(others).some((other) => other !== undefined))
      throw unauthenticated('Not authorized', 'two callers')
    return ring.identify(key)
  }
  return (credentials, prefix) => {
    const key = keyIn(credentials.authorization)
    if (key === undefined) return identifyOthers(credentials, prefix)
    if (prefix.access === 'public') return undefined
    const identity = identify(key, credentials)
    return prefix.lenient ? identity.catch(() => undefined) : identity
  }
}

/** The key in a header, valid or not; the scheme `Bearer` may be missing, as for tokens. */
function keyIn(authorization: string | undefined): string | undefined {
  const text = authorization === undefined ? undefined : tokenIn(authorization)
  return text?.startsWith(KEY_PREFIX) ? text : undefined
}
