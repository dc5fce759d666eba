import type { Identity } from '@landscape/identity'
import type { Identify } from '../request/gateway-request.ts'

/** Development mode: everybody is the developer user, with the groups that settings give it. */
export function identifyAsDeveloper(email: string, groups: readonly string[]): Identify {
  const developer: Identity = { subject: 'developer', email: email.toLowerCase(), groups }
  return () => developer
}
