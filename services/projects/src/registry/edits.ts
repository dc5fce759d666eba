import { DomainError } from '@landscape/contracts/errors/domain-error'
import { asRecord, isRecord, type JsonRecord } from '@landscape/contracts/json'
import { projectName } from '@landscape/contracts/project-name'
import { holdersOf, isHeldBy, ownerOf } from '@landscape/contracts/project-people'
import { assertFits } from './assert-fits.ts'
import {
  assertAddressable,
  assertNoControlMembers,
  checkProject,
  ProjectChanges,
} from './check-project.ts'
import type { ClosedLists } from './closed-lists.ts'
import { indexOfProject, indicesByName } from './find-projects.ts'
import { assertNotNamesake } from './namesakes.ts'
import { isShown, type Caller } from './ownership.ts'
import { publicProject, type Project, type StoredProject } from './project.ts'

/** All records after an edit, and the edited one. */
export interface Edit {
  projects: unknown[]
  record: StoredProject
}

/** The record to edit. */
interface Target {
  name: string
  caller: Caller
}

interface Update extends Target {
  /** The keys to replace; all others stay. */
  body: unknown
  /** Converts the body of a client that receives complete projects; absent for other clients. */
  toUpdate?: (sent: JsonRecord, stored: Project) => JsonRecord
  closed?: ClosedLists
}

/**
 * Appends a checked project; the caller becomes its hidden owner.
 * @throws DomainError `invalid-input` for `.`, `..` and control members, `conflict` when the caller has a
 *   project of that name, and as `assertFits`
 */
export function addProject(
  projects: readonly unknown[],
  { project, caller }: { project: Project; caller: Caller },
): Edit {
  const name = projectName(project) ?? ''
  assertNoControlMembers(project)
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
 * Updates one record; the hidden owner and unchanged values stay.
 * @throws DomainError as `checkProject` and `assertFits`; `not-found`; `forbidden` when a contact renames the
 *   project of an owner; `conflict` when the owner has a project of the new name, or the body matches another
 *   record of the name; `invalid-input` for `.`, `..` and control members
 */
export function updateProject(
  projects: readonly unknown[],
  { body, caller, name, toUpdate = (sent) => sent, closed }: Update,
): Edit {
  const index = indexOfProject(projects, name, caller)
  const stored = asRecord(projects[index])
  const known = index === -1 ? undefined : publicProject(stored)
  const toUpdateOf = (project: Project) => (isRecord(body) ? toUpdate(body, project) : body)
  const sent = known ? toUpdateOf(known) : body
  const changes = checkProject(sent, ProjectChanges, { stored: known, closed })
  if (!known) throw notFound()
  assertNotNamesake(projects, index, { caller, body, toUpdate: toUpdateOf })
  assertNoControlMembers(changes)
  if (projectName(changes) !== projectName(stored)) {
    assertMayRename(projects, projectName(changes) ?? '', stored, caller)
  }
  // Spread twice, so that both the order of keys and the values are those of the body.
  const merged = { ...changes, ...stored, ...changes }
  const record = recordOf(merged, stored, caller)
  const next = [...projects]
  next[index] = record
  const edit = { projects: next, record, previous: stored }
  assertFits(edit, caller)
  return edit
}

/** The record to store: the stored one when nothing changed. */
function recordOf(merged: StoredProject, stored: StoredProject, caller: Caller): StoredProject {
  if (JSON.stringify(publicProject(merged)) === JSON.stringify(publicProject(stored))) return stored
  return isOrphan(merged) ? { ...merged, owner: caller.email } : merged
}

/**
 * Deletes one record.
 * @throws DomainError `not-found`, or `forbidden` for a contact
 */
export function deleteProject(projects: readonly unknown[], target: Target): Edit {
  const { index, stored } = locateToDelete(projects, target)
  return { projects: projects.toSpliced(index, 1), record: stored }
}

/**
 * The public form of the record to update.
 * @throws DomainError `not-found`
 */
export function projectToUpdate(projects: readonly unknown[], target: Target): Project {
  return publicProject(locate(projects, target).stored)
}

/**
 * The public form of the record to delete.
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

/** Its errors disclose no project that the caller may not read. */
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

/** Whether a holder has a record of that name that the caller may read. */
function isTaken(
  projects: readonly unknown[],
  { name, caller, holders }: Target & { holders: readonly string[] },
): boolean {
  return indicesByName(projects, name).some((index) => {
    const other = asRecord(projects[index])
    return isShown(other, caller) && holders.some((email) => isHeldBy(other, email))
  })
}

/** Whether only administrators could read the record. */
function isOrphan(project: StoredProject): boolean {
  return holdersOf(project).length === 0
}
