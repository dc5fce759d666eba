import { DomainError } from '@landscape/contracts/errors/domain-error'
import { type Identity, mayAct } from '@landscape/contracts/identity'
import { belongsTo, normalisedEmail, type StoredProject } from '@landscape/contracts/projects'

/** The caller in the domain. */
export interface Caller {
  /** Trimmed, lower case, not empty. */
  email: string
  isAdmin: boolean
}

/**
 * The caller of an identity; the e-mail is required because it determines ownership.
 * @throws DomainError `unauthenticated`
 */
export function callerOf(identity: Identity): Caller {
  const email = normalisedEmail(identity.email)
  if (email === '') throw new DomainError('unauthenticated', 'Not authorized')
  return { email, isAdmin: mayAct(identity, ['admin']) }
}

/** Whether a caller may read a project: its owner, a contact or an administrator. */
export function isShown(project: StoredProject, { email, isAdmin }: Caller): boolean {
  return isAdmin || belongsTo(project, email)
}
