import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Identity } from '@landscape/contracts/identity'

/**
 * The identity of the gateway in its own requests. No caller has its e-mail address: those of people have an
 * `@`, those of API keys begin with `key:`.
 */
export const GATEWAY_IDENTITY: Identity = { subject: 'gateway', email: 'gateway', groups: [] }

/** The identity of a request that the gateway sends for all signed-in callers: it names no person. */
export const SIGNED_IN_IDENTITY: Identity = { subject: 'signed-in', email: 'signed-in', groups: [] }

/**
 * Admits only requests of the gateway itself.
 * @throws DomainError `forbidden`
 */
export function assertFromGateway(identity: Identity | undefined): void {
  if (identity?.email !== GATEWAY_IDENTITY.email)
    throw new DomainError('forbidden', 'Only the gateway may send this request')
}
