import { DomainError } from '@landscape/errors'

/** What clients are told when something cannot be loaded; why is in the log. */
export function unableToLoad(what: string, cause?: unknown): DomainError {
  return new DomainError('failed', `Unable to load ${what}. Please try again later.`, { cause })
}
