import { DomainError } from '@landscape/errors'

/** Nobody is left to answer; this says nothing about the service. */
export class ClientLeft extends Error {}

/** The service took a request and gave no whole answer. */
export function noAnswer(service: string, cause: unknown): DomainError {
  return new DomainError('upstream-unavailable', `The ${service} service did not answer`, { cause })
}

/** No replica of the service answers; nothing of the request was sent. */
export function notAvailable(service: string): DomainError {
  return new DomainError('unavailable', `The ${service} service is not available`, {
    reason: 'no replica',
    retryAfter: 5,
  })
}
