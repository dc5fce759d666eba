import { DomainError } from '@landscape/errors'
import type { UsageSource } from './usage-source.ts'

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
