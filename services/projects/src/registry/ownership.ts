import {
  belongsTo,
  DomainError,
  type Identity,
  isRecord,
  mayAct,
  normalisedEmail,
} from '@landscape/contracts'

/** Who asks, as the domain needs it. */
export interface Caller {
  /** Trimmed, lower case, not empty. */
  email: string
  isAdmin: boolean
}

/**
 * The caller as the registry knows people: by e-mail. One without could own nothing.
 * @throws DomainError `unauthenticated`
 */
export function callerOf(identity: Identity): Caller {
  const email = normalisedEmail(identity.email)
  if (email === '') throw new DomainError('unauthenticated', 'Not authorized')
  return { email, isAdmin: mayAct(identity, ['admin']) }
}

/** Whether a caller may read a project: its people and administrators do. */
export function isShown(project: unknown, { email, isAdmin }: Caller): boolean {
  return isAdmin || (isRecord(project) && belongsTo(project, email))
}
