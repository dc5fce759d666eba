import { recordsOf } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { mayAct, type Identity } from '@landscape/identity'
import { type StoredProject } from './project.ts'

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

interface People {
  owner: string | undefined
  contacts: ReadonlySet<string>
}

/**
 * E-mail addresses compare trimmed and in lower case; anything but a text is no address. Letters
 * outside ASCII stay, so that none becomes an ordinary one (the Kelvin sign a k) and matches a caller.
 */
export function normalisedEmail(value: unknown): string {
  return typeof value === 'string'
    ? value.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : ''
}

/** The hidden owner; undefined in records that other programs wrote. */
export function ownerOf(project: StoredProject): string | undefined {
  return peopleOf(project).owner
}

/** Whose names must stay apart: the owner's; in a record of another program, the contacts'. */
export function holdersOf(project: StoredProject): readonly string[] {
  const { owner, contacts } = peopleOf(project)
  return owner === undefined ? [...contacts] : [owner]
}

/** Whether a caller is a holder: being named in somebody's record does not make it one's own. */
export function isHeldBy(project: StoredProject, email: string): boolean {
  const { owner, contacts } = peopleOf(project)
  return owner === undefined ? contacts.has(email) : owner === email
}

/** A record can be read and edited by its hidden owner and by everybody whose e-mail it names. */
export function belongsTo(project: StoredProject, email: string): boolean {
  const { owner, contacts } = peopleOf(project)
  return owner === email || contacts.has(email)
}

/** Everybody to whom a record belongs, each once. */
export function peopleIn(project: StoredProject): ReadonlySet<string> {
  const { owner, contacts } = peopleOf(project)
  return owner === undefined || contacts.has(owner) ? contacts : new Set([owner, ...contacts])
}

function peopleOf(project: StoredProject): People {
  const contacts = recordsOf(project['user'])
    .map(({ email }) => normalisedEmail(email))
    .filter((email) => email !== '')
  const owner = normalisedEmail(project['owner']) || undefined
  return { owner, contacts: new Set(contacts) }
}
