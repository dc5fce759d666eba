import { admit } from '@landscape/http'
import { IDENTITY_HEADER, type IdentitySigner } from '@landscape/identity'
import type { Edge, Identify } from '../edge.ts'

/**
 * Establishes who calls, refuses callers whom the prefix does not admit, and hands the identity on
 * in the one signed header that services believe, made out to the service that serves the prefix.
 */
export function createCallerCheck(identify: Identify, signer: IdentitySigner) {
  return async ({ req, prefix, credentials }: Edge): Promise<void> => {
    if (!prefix) return
    const identity = await identify(credentials, prefix)
    admit(prefix.access, identity)
    if (identity) req.headers[IDENTITY_HEADER] = await signer.sign(identity, prefix.service)
  }
}
