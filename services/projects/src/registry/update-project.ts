import { DomainError } from '@landscape/errors'
import type { Edit } from './edit.ts'
import { findProject } from './find-project.ts'
import { belongsTo, contactsOf, ownerOf, type Caller } from './ownership.ts'
import { asRecord, isRecord, nameOf, publicProject, type Project } from './project.ts'

export interface Update {
  name: string
  /** A checked body: its keys replace the stored ones, all others stay. */
  changes: Project
  caller: Caller
  /** Throws when the caller saw another state than the present one, which it is given. */
  precondition?: (current: Project) => void
}

/**
 * Updates one record in its place; the hidden owner stays.
 * @throws DomainError `not-found`, or `conflict` when the owner already has the new name
 */
export function updateProject(
  projects: readonly unknown[],
  { name, changes, caller, precondition }: Update,
): Edit {
  const index = findProject(projects, name, caller)
  if (index === -1) throw new DomainError('not-found', 'Project not found')
  const stored = asRecord(projects[index])
  precondition?.(publicProject(stored))
  if (nameOf(changes) !== nameOf(stored)) assertFree(projects, index, changes, caller)
  // Spread twice: the order of keys is that of the body, and so are the values.
  const merged = { ...changes, ...stored, ...changes }
  const record = isOrphan(merged) ? { ...merged, owner: caller.email } : merged
  return { projects: projects.with(index, record), record }
}

function assertFree(
  projects: readonly unknown[],
  index: number,
  changes: Project,
  caller: Caller,
): void {
  const name = nameOf(changes)
  const holders = holdersOf(asRecord(projects[index]), caller)
  const taken = projects.some(
    (other, i) =>
      i !== index &&
      isRecord(other) &&
      nameOf(other) === name &&
      holders.some((email) => belongsTo(other, email)),
  )
  if (taken) throw new DomainError('conflict', 'Project with the same name already exists')
}

/** Whose names must stay apart: the owner's; in a record of another program, the contacts'. */
function holdersOf(project: Project, caller: Caller): string[] {
  const owner = ownerOf(project)
  if (owner !== undefined) return [owner]
  const contacts = contactsOf(project)
  return contacts.length > 0 ? contacts : [caller.email]
}

/** Without owner and without any contact, nobody could reach the record any more. */
function isOrphan(project: Project): boolean {
  return ownerOf(project) === undefined && contactsOf(project).length === 0
}
