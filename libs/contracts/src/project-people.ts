import { recordsOf, type JsonRecord } from './json.ts'

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
export function ownerOf(project: JsonRecord): string | undefined {
  return peopleOf(project).owner
}

/** Whose names must stay apart: the owner's; in a record of another program, the contacts'. */
export function holdersOf(project: JsonRecord): readonly string[] {
  const { owner, contacts } = peopleOf(project)
  return owner === undefined ? [...contacts] : [owner]
}

/** Whether a caller is a holder: being named in somebody's record does not make it one's own. */
export function isHeldBy(project: JsonRecord, email: string): boolean {
  const { owner, contacts } = peopleOf(project)
  return owner === undefined ? contacts.has(email) : owner === email
}

/** Whether somebody holds both: they are not to have the same name. */
export function haveSameHolder(project: JsonRecord, other: JsonRecord): boolean {
  return holdersOf(project).some((email) => isHeldBy(other, email))
}

/** A record can be read and edited by its hidden owner and by everybody whose e-mail it names. */
export function belongsTo(project: JsonRecord, email: string): boolean {
  const { owner, contacts } = peopleOf(project)
  return owner === email || contacts.has(email)
}

/** Everybody to whom a record belongs, each once. */
export function peopleIn(project: JsonRecord): ReadonlySet<string> {
  const { owner, contacts } = peopleOf(project)
  return owner === undefined || contacts.has(owner) ? contacts : new Set([owner, ...contacts])
}

function peopleOf(project: JsonRecord): People {
  const contacts = recordsOf(project['user'])
    .map(({ email }) => normalisedEmail(email))
    .filter((email) => email !== '')
  const owner = normalisedEmail(project['owner']) || undefined
  return { owner, contacts: new Set(contacts) }
}
