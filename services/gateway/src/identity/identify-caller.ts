import { admit } from '@landscape/http'
import { IDENTITY_HEADER, type IdentitySigner } from '@landscape/identity'
import type { GatewayRequest, Identify } from '../request/gateway-request.ts'
import type { RateLimit } from '../limit/rate-limit.ts'

/**
 * Establishes who calls, counts the request for that caller (for the address when nobody could be
 * established, so that guessing tokens is limited too), refuses callers whom the prefix does not admit, and hands the identity on
 * in the one signed header that services believe, made out to the service that serves the prefix.
 */
export function createCallerCheck(identify: Identify, signer: IdentitySigner, limit: RateLimit) {
  return async (request: GatewayRequest): Promise<void> => {
    const { req, prefix, credentials } = request
    if (!prefix) return limit(request, undefined)
    let identity
    try {
      identity = await identify(credentials, prefix)
    } catch (error) {
      await limit(request, undefined)
      throw error
    }
    await limit(request, identity)
    admit(prefix.access, identity)
    if (identity) req.headers[IDENTITY_HEADER] = await signer.sign(identity, prefix.service)
  }
}
