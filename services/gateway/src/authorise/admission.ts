import { pathOf } from '@landscape/http/request/request-target'
import { assertInScope, authorise } from '@landscape/http/route/access'
import { IDENTITY_HEADER, type IdentitySigner } from '@landscape/runtime/identity/identity-token'
import type { Identity } from '@landscape/contracts/identity'
import type { IncomingHttpHeaders } from 'node:http'
import type { Prefix } from '../request/prefixes.ts'

/** A request to a service: a client's, or the gateway's own on behalf of a caller. */
interface AdmissionRequest {
  req: { headers: IncomingHttpHeaders; method?: string | undefined; url?: string | undefined }
  prefix: Prefix | undefined
}

/**
 * Rejects callers whom the prefix or the scope of their API key does not authorise, and sets the signed
 * identity for the service of the prefix. The gateway's own routes get the identity as a value.
 */
export function createAdmission(signer: IdentitySigner) {
  const setIdentity = async (
    { req }: AdmissionRequest,
    identity: Identity,
    service: string,
  ): Promise<void> => {
    req.headers[IDENTITY_HEADER] = await signer.sign(identity, service)
  }
  return (request: AdmissionRequest, identity: Identity | undefined): Promise<void> | undefined => {
    const { prefix, req } = request
    if (!prefix) return undefined
    authorise(prefix.access, identity)
    assertInScope(identity, req.method, pathOf(req.url))
    if (!identity || prefix.service === 'gateway') return undefined
    return setIdentity(request, identity, prefix.service)
  }
}
