import type { Identity } from '@landscape/contracts/identity'
import type { Authenticator } from './identify.ts'

/** Development mode: every caller without an API key is the developer user, with the configured groups. */
export function asDeveloper(email: string, groups: readonly string[]): Authenticator {
  const developer: Identity = { subject: 'developer', email: email.toLowerCase(), groups }
  return ({ apiKey }) => (apiKey === undefined ? Promise.resolve(developer) : undefined)
}
