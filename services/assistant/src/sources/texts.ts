import { DomainError } from '@landscape/errors'
import { UpstreamFailure } from '../upstream/upstream-failure.ts'

/** What clients are told when something cannot be loaded; why is in the log. */
export function unableToLoad(what: string, cause?: unknown): DomainError {
  const retryAfter = cause instanceof UpstreamFailure ? cause.retryAfter : undefined
  return new DomainError('failed', `Unable to load ${what}. Please try again later.`, {
    cause,
    ...(retryAfter !== undefined && { retryAfter }),
  })
}

/** The host has no such interface, or not for this organisation. */
export function assistantUnavailable(cause: unknown): DomainError {
  return new DomainError(
    'not-implemented',
    'The source-control host offers no assistant data for this organisation',
    { cause },
  )
}
