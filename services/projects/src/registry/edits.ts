import {
  asRecord,
  DomainError,
  holdersOf,
  isHeldBy,
  isRecord,
  type JsonRecord,
  ownerOf,
  projectName,
} from '@landscape/contracts'
import { assertFits } from './assert-fits.ts'
import {
  assertAddressable,
  assertNoControls,
  checkProject,
  ProjectChanges,
} from './check-project.ts'
import type { ClosedLists } from './closed-lists.ts'
import { indexOfProject, indicesByName } from './find-projects.ts'
import { assertNoNamesakeMeant } from './namesakes.ts'
import { isShown, type Caller } from './ownership.ts'
import { publicProject, type Project, type StoredProject } from './project.ts'

/** All records after an edit, and the one that it touched. */
export interface Edit {
  projects: unknown[]
  record: StoredProject
}

/** Which record an edit is about. */
interface Target {
  name: string
  caller: Caller
}

interface Update extends Target {
  /** A body: its keys replace the stored ones, all others stay. */
  body: unknown
  /** What a client that was shown more than is stored means to be stored; what it sends when absent. */
  meant?: (sent: JsonRecord, stored: Project) => JsonRecord
  closed?: ClosedLists
}

/**
 * Appends a checked project; the caller becomes its hidden owner.
 * @throws DomainError `invalid-input` for a name that no path can hold and for control words, `conflict` when the caller
 *   has a project of that name, and as `assertFits`
 */
export function addProject(
  projects: readonly unknown[],
  { project, caller }: { project: Project; caller: Caller },
): Edit {
  const name = projectName(project) ?? ''
  assertNoControls(project)
  assertAddressable(name)
  if (isTaken(projects, { name, caller, holders: [caller.email] })) {
    throw new DomainError(
      'conflict',
      `Project with the same name '${name}', and owner '${caller.email}' already exists`,
    )
  }
  const record = { ...project, owner: caller.email }
  const edit = { projects: [...projects, record], record }
  assertFits(edit, caller)
  return edit
}

/**
 * Updates one record in its place; the hidden owner stays. What comes back as it is stored, or as it is
 * shown, stays as it is stored.
 * @throws DomainError as `checkProject`, `not-found`, `forbidden` when a contact renames the project of an owner,
 *   `conflict` when the owner already has the new name or when the body is rather another record of the name, `invalid-input` for a new name that no path can hold and for control words, and as `assertFits`
 */
export function updateProject(
  projects: readonly unknown[],
  { body, caller, name, meant = (sent) => sent, closed }: Update,
): Edit {
  const index = indexOfProject(projects, name, caller)
  const stored = asRecord(projects[index])
  const known = index === -1 ? undefined : publicProject(stored)
  const meantOf = (project: Project) => (isRecord(body) ? meant(body, project) : body)
  const sent = known ? meantOf(known) : body
  const changes = checkProject(sent, ProjectChanges, { stored: known, closed })
  if (!known) throw notFound()
  assertNoNamesakeMeant(projects, index, { caller, body, meant: meantOf })
  assertNoControls(changes, stored)
  if (projectName(changes) !== projectName(stored)) {
    assertMayRename(projects, projectName(changes) ?? '', stored, caller)
  }
  // Spread twice: the order of keys is that of the body, and so are the values.
  const merged = { ...changes, ...stored, ...changes }
  const record = recordOf(merged, stored, caller)
  const next = [...projects]
  next[index] = record
  const edit = { projects: next, record, previous: stored }
  assertFits(edit, caller)
  return edit
}

/** What is stored of an update: of one that changes nothing, what was. */
function recordOf(merged: StoredProject, stored: StoredProject, caller: Caller): StoredProject {
  if (JSON.stringify(publicProject(merged)) === JSON.stringify(publicProject(stored))) return stored
  return isOrphan(merged) ? { ...merged, owner: caller.email } : merged
}

/**
 * Takes one record out. Being named in it is not enough: its owner or an administrator does that.
 * @throws DomainError `not-found`, or `forbidden` for who may read but not delete it
 */
export function deleteProject(projects: readonly unknown[], target: Target): Edit {
  const { index, stored } = locateToDelete(projects, target)
  return { projects: projects.toSpliced(index, 1), record: stored }
}

/**
 * The record that an update would change, as its caller may have seen it.
 * @throws DomainError `not-found`
 */
export function projectToUpdate(projects: readonly unknown[], target: Target): Project {
  return publicProject(locate(projects, target).stored)
}

/**
 * The record that a deletion would take out, as its caller may have seen it.
 * @throws DomainError `not-found`, `forbidden`
 */
export function projectToDelete(projects: readonly unknown[], target: Target): Project {
  return publicProject(locateToDelete(projects, target).stored)
}

function locateToDelete(projects: readonly unknown[], target: Target) {
  const located = locate(projects, target)
  const { caller } = target
  if (!caller.isAdmin && ownerOf(located.stored) !== caller.email) {
    throw new DomainError('forbidden', 'Only the owner or an admin may delete a project')
  }
  return located
}

function locate(
  projects: readonly unknown[],
  { name, caller }: Target,
): { index: number; stored: StoredProject } {
  const index = indexOfProject(projects, name, caller)
  if (index === -1) throw notFound()
  return { index, stored: asRecord(projects[index]) }
}

function notFound(): DomainError {
  return new DomainError('not-found', 'Project not found')
}

/** A refusal discloses no project that is not shown to the caller. */
function assertMayRename(
  projects: readonly unknown[],
  name: string,
  stored: StoredProject,
  caller: Caller,
): void {
  const owner = ownerOf(stored)
  if (!caller.isAdmin && owner !== undefined && owner !== caller.email) {
    throw new DomainError('forbidden', 'Only the owner or an admin may rename a project')
  }
  assertAddressable(name)
  const holders = isOrphan(stored) ? [caller.email] : holdersOf(stored)
  if (isTaken(projects, { name, caller, holders })) {
    throw new DomainError('conflict', 'Project with the same name already exists')
  }
}

/** Whether one of the holders has a record of that name which the caller sees. */
function isTaken(
  projects: readonly unknown[],
  { name, caller, holders }: Target & { holders: readonly string[] },
): boolean {
  return indicesByName(projects, name).some((index) => {
    const other = asRecord(projects[index])
    return isShown(other, caller) && holders.some((email) => isHeldBy(other, email))
  })
}

/** Without owner and without any contact, nobody could reach the record any more. */
function isOrphan(project: StoredProject): boolean {
  return holdersOf(project).length === 0
}
