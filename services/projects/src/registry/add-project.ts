import { DomainError } from '@landscape/errors'
import type { Edit } from './edit.ts'
import { belongsTo, type Caller } from './ownership.ts'
import { isRecord, nameOf, type Project } from './project.ts'

/**
 * Appends a checked project; the caller becomes its hidden owner.
 * @throws DomainError `conflict` when a record of that name belongs to the caller
 */
export function addProject(
  projects: readonly unknown[],
  { project, caller }: { project: Project; caller: Caller },
): Edit {
  const name = nameOf(project)
  const taken = projects.some(
    (other) => isRecord(other) && nameOf(other) === name && belongsTo(other, caller.email),
  )
  if (taken) {
    throw new DomainError(
      'conflict',
      `Project with the same name '${name}', and owner '${caller.email}' already exists`,
    )
  }
  const record = { ...project, owner: caller.email }
  return { projects: [...projects, record], record }
}
