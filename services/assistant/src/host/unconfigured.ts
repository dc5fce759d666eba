import { DomainError } from '@landscape/errors'
import type { Logger } from '@landscape/logging'
import type { UsageSource } from './port.ts'

/**
 * A source that nobody set up: every question is answered with the settings that are missing.
 *
 * @param missing names of settings, never their values
 */
export function createUnconfiguredSource(missing: readonly string[]): UsageSource {
  const refuse = () => Promise.reject(notConfigured(missing))
  return { organisationUsage: refuse, seats: refuse, userTeams: refuse, memberIds: refuse }
}

/** Says which settings are missing. */
export function notConfigured(missing: readonly string[]): DomainError {
  return new DomainError('unavailable', `Not configured: ${missing.join(', ')}`)
}

/** Tells the log, at the start, what stands in for something that is not set up. */
export function logUnconfigured(
  logger: Logger,
  what: string,
  { missing, development }: { missing: readonly string[]; development: boolean },
): void {
  if (missing.length === 0) return
  if (development) logger.info({ missing }, `${what} is not configured: sample data`)
  else logger.warn({ missing }, `${what} is not configured: its routes answer 503`)
}
