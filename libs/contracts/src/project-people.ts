import { recordsOf, type JsonRecord } from './json.ts'

interface People {
  owner: string | undefined
  contacts: ReadonlySet<string>
}

/**
 * The trimmed address with ASCII letters in lower case; '' for a value that is not a string. Other letters
 * are unchanged: lower-casing the Kelvin sign would give "k" and could match another caller.
 */
export function normalisedEmail(value: unknown): string {
  return typeof value === 'string'
    ? value.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : ''
}

/** E-mail of the hidden owner; undefined in records that other programs wrote. */
export function ownerOf(project: JsonRecord): string | undefined {
  return peopleOf(project).owner
}

/** The owner, or the contacts of a project without an owner: the names of their projects must be unique. */
export function holdersOf(project: JsonRecord): readonly string[] {
  const { owner, contacts } = peopleOf(project)
  return owner === undefined ? [...contacts] : [owner]
}

/** Whether the address is a holder's; a contact of an owned project is not a holder. */
export function isHeldBy(project: JsonRecord, email: string): boolean {
  const { owner, contacts } = peopleOf(project)
  return owner === undefined ? contacts.has(email) : owner === email
}

/** Whether both projects have a common holder, so that they must not have the same name. */
export function haveSameHolder(project: JsonRecord, other: JsonRecord): boolean {
  return holdersOf(project).some((email) => isHeldBy(other, email))
}

/** Whether the address may read and edit a project: its hidden owner and its contacts may. */
export function belongsTo(project: JsonRecord, email: string): boolean {
  const { owner, contacts } = peopleOf(project)
  return owner === email || contacts.has(email)
}

/** The addresses of the owner and the contacts. */
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
