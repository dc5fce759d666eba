import { recordsOf, type Project } from './project.ts'

/** Who asks, as the domain needs it. */
export interface Caller {
  /** Trimmed, lower case, not empty. */
  email: string
  isAdmin: boolean
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
export function ownerOf(project: Project): string | undefined {
  return normalisedEmail(project['owner']) || undefined
}

/** Addresses of the people named in the project; blank ones are left out. */
export function contactsOf(project: Project): string[] {
  return recordsOf(project['user'])
    .map(({ email }) => normalisedEmail(email))
    .filter((email) => email !== '')
}

/** A record belongs to its hidden owner and to everybody whose e-mail it names. */
export function belongsTo(project: Project, email: string): boolean {
  return ownerOf(project) === email || contactsOf(project).includes(email)
}
