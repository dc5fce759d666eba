import {
  asRecord,
  type Element,
  isRecord,
  type JsonRecord,
  recordsOf,
  stringOf,
  stringsOf,
} from './json.ts'
import { oncePerObject } from './once-per-object.ts'

/** Maximum number of characters of a new project's name, and of names that lists of others repeat. */
export const MAX_PROJECT_NAME = 200

/** A stored project; a malformed value counts as absent, an absent string as empty. */
export interface StoredProject {
  readonly raw: JsonRecord
  /** `details[0].name`. */
  readonly name: string
  readonly shortName: string
  readonly description: string
  readonly programme: string
  readonly programmeShortName: string
  readonly documentation: readonly string[]
  readonly dependencies: readonly ProjectDependency[]
  readonly stage: string
  /** Normalised e-mail of the hidden owner; undefined in records that other programs wrote. */
  readonly owner: string | undefined
  /** Normalised e-mails of the contacts. */
  readonly contacts: ReadonlySet<string>
  readonly people: readonly ProjectPerson[]
}

/** A project on which another one depends. */
export interface ProjectDependency {
  readonly name: string
  readonly description?: string
}

/** A contact of a project, as stored. */
export interface ProjectPerson {
  readonly email: string
  readonly roles: readonly string[]
  readonly grade: string
}

/** A stored project; an element that is not an object is opaque. */
export function projectOf(element: unknown): Element<StoredProject> {
  return isRecord(element) ? projectOfRecord(element) : { raw: element, isOpaque: true }
}

/** The project of a record. */
export const projectOfRecord = oncePerObject(
  (raw: JsonRecord): StoredProject & { isOpaque: false } => {
    const details = Array.isArray(raw['details']) ? asRecord(raw['details'][0]) : {}
    const people = recordsOf(raw['user']).map(({ email, roles, grade }) => ({
      email: stringOf(email),
      roles: stringsOf(roles),
      grade: stringOf(grade),
    }))
    const emails = people.map(({ email }) => normalisedEmail(email)).filter((email) => email !== '')
    return {
      isOpaque: false,
      raw,
      name: stringOf(details['name']),
      shortName: stringOf(details['short_name']),
      description: stringOf(details['project_description']),
      programme: stringOf(details['programme_name']),
      programmeShortName: stringOf(details['programme_short_name']),
      documentation: stringsOf(details['documentation_link']),
      dependencies: recordsOf(details['project_dependencies']).flatMap(dependencyOf),
      stage: stringOf(raw['stage']),
      owner: normalisedEmail(stringOf(raw['owner'])) || undefined,
      contacts: new Set(emails),
      people,
    }
  },
)

/** The name of an element; undefined without one. */
export function projectNameOf(element: unknown): string | undefined {
  const project = projectOf(element)
  return project.isOpaque || project.name === '' ? undefined : project.name
}

function dependencyOf({ name, description }: JsonRecord): ProjectDependency[] {
  if (typeof name !== 'string' || name === '') return []
  return [typeof description === 'string' ? { name, description } : { name }]
}

/**
 * The trimmed address with ASCII letters in lower case. Other letters are unchanged: lower-casing the Kelvin
 * sign would give "k" and could match another caller.
 */
export function normalisedEmail(email: string): string {
  return email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

type People = Pick<StoredProject, 'owner' | 'contacts'>

/** The owner, or the contacts of a project without an owner: the names of their projects must be unique. */
export function holdersOf({ owner, contacts }: People): readonly string[] {
  return owner === undefined ? [...contacts] : [owner]
}

/** Whether the address is a holder's; a contact of an owned project is not a holder. */
export function isHeldBy({ owner, contacts }: People, email: string): boolean {
  return owner === undefined ? contacts.has(email) : owner === email
}

/** Whether the address may read and edit a project: its hidden owner and its contacts may. */
export function belongsTo({ owner, contacts }: People, email: string): boolean {
  return owner === email || contacts.has(email)
}

/** The addresses of the owner and the contacts. */
export function peopleIn({ owner, contacts }: People): ReadonlySet<string> {
  return owner === undefined || contacts.has(owner) ? contacts : new Set([owner, ...contacts])
}
