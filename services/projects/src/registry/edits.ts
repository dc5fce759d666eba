import { comparableName } from '@landscape/contracts/admit'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { asRecord, isRecord, type JsonRecord, ownMember } from '@landscape/contracts/json'
import {
  holdersOf,
  isHeldBy,
  projectOfRecord,
  type StoredProject,
} from '@landscape/contracts/projects'
import { assertIfMatch, entityTag } from '@landscape/store/documents/entity-tag'
import { assertFits } from './assert-fits.ts'
import {
  assertAddressable,
  assertNoControlMembers,
  checkProject,
  ProjectChanges,
} from './check-project.ts'
import { findProject, type FoundProject, namesakes } from './find-projects.ts'
import { type Caller, isShown } from './ownership.ts'
import {
  type Project,
  type Projects,
  publicProject,
  type Splice,
  spliced,
  type UnderstoodProject,
} from './project.ts'
import { isDeepStrictEqual } from 'node:util'

/** The elements that an edit replaces, all elements after it, and the edited project. */
export interface Edit extends Splice {
  projects: Projects
  record: UnderstoodProject
}

/** The project to edit. */
interface Target {
  name: string
  caller: Caller
  /** An `If-Match` header, compared with the public form of the project. */
  ifMatch?: string | undefined
}

interface Update extends Target {
  /** The keys to replace; all others stay. */
  body: unknown
  /** Converts the body of a client that receives complete projects; absent for other clients. */
  toUpdate?: (sent: JsonRecord, stored: Project) => JsonRecord
}

/**
 * Appends a checked project; the caller becomes its hidden owner.
 * @throws DomainError `invalid-input` for `.`, `..` and control members, `conflict` when the caller has a
 *   project of that name, and as `assertFits`
 */
export function addProject(
  projects: Projects,
  { project, caller }: { project: Project; caller: Caller },
): Edit {
  const record = projectOfRecord({ ...project, owner: caller.email })
  const { name } = record
  assertNoControlMembers(project)
  assertAddressable(name)
  if (isTaken(projects, name, { caller, holders: [caller.email] })) {
    throw new DomainError(
      'conflict',
      `Project with the same name '${name}', and owner '${caller.email}' already exists`,
    )
  }
  const splice = { at: projects.length, removed: 0, added: [record] }
  const edit = { ...splice, projects: spliced(projects, splice), record }
  assertFits(edit, caller)
  return edit
}

/**
 * Updates one project; the hidden owner and unchanged values stay.
 * @throws DomainError as `checkProject` and `assertFits`; `not-found`; `precondition-failed`; `forbidden` when a
 *   contact renames the project of an owner; `conflict` when the owner has a project of the new name, or the body
 *   matches another project of the name; `invalid-input` for `.`, `..` and control members
 */
export function updateProject(
  projects: Projects,
  { body, caller, name, ifMatch, toUpdate = (sent) => sent }: Update,
): Edit {
  const found = findProject(projects, name, caller)
  assertTag(ifMatch, found)
  const known = found && publicProject(found.project.raw)
  const updateFor = (project: Project) => (isRecord(body) ? toUpdate(body, project) : body)
  const sent = known ? updateFor(known) : body
  const changes = checkProject(sent, ProjectChanges, known)
  if (!found) throw notFound()
  assertNotNamesake(projects, found, { caller, body, updateFor })
  assertNoControlMembers(changes)
  const stored = found.project
  const { name: newName } = projectOfRecord(changes)
  if (comparableName(newName) !== comparableName(stored.name))
    assertMayRename(projects, newName, stored, caller)
  const record = updated(stored, changes, caller)
  const splice = { at: found.index, removed: 1, added: [record] }
  const edit = { ...splice, projects: spliced(projects, splice), record }
  assertFits({ ...edit, previous: stored }, caller)
  return edit
}

/** The project to store: the stored one when nothing changed. */
function updated(stored: UnderstoodProject, changes: Project, caller: Caller): UnderstoodProject {
  // Spread twice, so that both the order of keys and the values are those of the body.
  const merged = { ...changes, ...stored.raw, ...changes }
  const isSame = JSON.stringify(publicProject(merged)) === JSON.stringify(publicProject(stored.raw))
  if (isSame) return stored
  const project = projectOfRecord(merged)
  return isOrphan(project) ? projectOfRecord({ ...merged, owner: caller.email }) : project
}

/**
 * Deletes one project.
 * @throws DomainError `not-found`, `precondition-failed`, or `forbidden` for a contact
 */
export function deleteProject(projects: Projects, { name, caller, ifMatch }: Target): Edit {
  const found = findProject(projects, name, caller)
  if (!found) throw notFound()
  const { index, project } = found
  if (!caller.isAdmin && project.owner !== caller.email) {
    throw new DomainError('forbidden', 'Only the owner or an admin may delete a project')
  }
  assertTag(ifMatch, found)
  const splice = { at: index, removed: 1, added: [] }
  return { ...splice, projects: spliced(projects, splice), record: project }
}

function assertTag(ifMatch: string | undefined, found: FoundProject | undefined): void {
  if (ifMatch === undefined) return
  if (!found) throw notFound()
  assertIfMatch(ifMatch, entityTag(publicProject(found.project.raw)))
}

function notFound(): DomainError {
  return new DomainError('not-found', 'Project not found')
}

/** Its errors disclose no project that the caller may not read. */
function assertMayRename(
  projects: Projects,
  name: string,
  stored: StoredProject,
  caller: Caller,
): void {
  const { owner } = stored
  if (!caller.isAdmin && owner !== undefined && owner !== caller.email) {
    throw new DomainError('forbidden', 'Only the owner or an admin may rename a project')
  }
  assertAddressable(name)
  const holders = isOrphan(stored) ? [caller.email] : holdersOf(stored)
  if (isTaken(projects, name, { caller, holders })) {
    throw new DomainError('conflict', 'Project with the same name already exists')
  }
}

/** Whether a holder has a project of that name that the caller may read. */
function isTaken(
  projects: Projects,
  name: string,
  { caller, holders }: { caller: Caller; holders: readonly string[] },
): boolean {
  return namesakes(projects, name).some(
    ({ project }) => isShown(project, caller) && holders.some((email) => isHeldBy(project, email)),
  )
}

/** Whether only administrators could read the project. */
function isOrphan(project: StoredProject): boolean {
  return holdersOf(project).length === 0
}

/**
 * Rejects an update whose body matches another record of the same name, which lists contain but the path
 * does not address.
 *
 * @param updateFor converts the body to an update of a record
 * @throws DomainError `conflict`
 */
function assertNotNamesake(
  projects: Projects,
  { index, project }: FoundProject,
  {
    caller,
    body,
    updateFor,
  }: { caller: Caller; body: unknown; updateFor: (stored: Project) => unknown },
): void {
  const others = namesakes(projects, project.name).filter(
    (other) => other.index !== index && isShown(other.project, caller),
  )
  if (others.length === 0) return
  const sections = Object.keys(asRecord(body))
  const sectionsKept = ({ raw }: StoredProject) => {
    const stored = publicProject(raw)
    const update = asRecord(updateFor(stored))
    return sections.filter((section) =>
      isDeepStrictEqual(ownMember(update, section), ownMember(stored, section)),
    ).length
  }
  const sectionsOfProject = sectionsKept(project)
  if (!others.some((other) => sectionsKept(other.project) > sectionsOfProject)) return
  throw new DomainError(
    'conflict',
    `Several projects are called '${project.name}', and the body matches a different one; rename one of them`,
  )
}
