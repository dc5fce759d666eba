import { admit } from '@landscape/http'
import { IDENTITY_HEADER, type IdentitySigner } from '@landscape/identity'
import type { EdgeHandler, Identify } from '../edge.ts'

/**
 * Establishes who calls, refuses callers whom the prefix does not admit, and hands the identity on
 * in the one signed header that services believe, made out to the service that serves the prefix.
 */
export function identifyCaller(identify: Identify, signer: IdentitySigner): EdgeHandler {
  return async (req, res, next) => {
    const { edge } = res.locals
    if (edge) {
      edge.identity = await identify(edge.credentials, edge.prefix)
      admit(edge.prefix.access, edge.identity)
      if (edge.identity) {
        req.headers[IDENTITY_HEADER] = await signer.sign(edge.identity, edge.prefix.service)
      }
    }
    next()
  }
}
