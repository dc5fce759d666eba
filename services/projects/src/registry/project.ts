import { describedAs } from '@landscape/contracts/described-as'
import { type Element, type JsonRecord, understood } from '@landscape/contracts/json'
import { oncePerFrozen, oncePerObject } from '@landscape/contracts/once-per-object'
import { ListedProjectShape, ProjectShape } from '@landscape/contracts/project-shape'
import { projectOf, type StoredProject } from '@landscape/contracts/projects'
import { z } from 'zod'

/** All elements of the registry in stored order; one that is not an object is opaque. */
export type Projects = readonly Element<StoredProject>[]
export type UnderstoodProject = StoredProject & { readonly isOpaque: false }

const known = new WeakMap<readonly unknown[], Projects>()

/** The elements of a stored array, which never changes; the same array for the same version. */
export function projectsOf(elements: readonly unknown[]): Projects {
  const projects = known.get(elements) ?? elements.map(projectOf)
  known.set(elements, projects)
  return projects
}

/** A replacement of consecutive elements. */
export interface Splice {
  at: number
  removed: number
  added: readonly UnderstoodProject[]
}

/** All elements after a replacement. */
export function spliced(projects: Projects, { at, removed, added }: Splice): Projects {
  // Faster than `toSpliced` and `with` in a large array.
  const next = [...projects]
  next.splice(at, removed, ...added)
  return next
}

/** The array to store after a replacement. */
export function splicedElements(
  elements: readonly unknown[],
  { at, removed, added, projects }: Splice & { projects: Projects },
): unknown[] {
  const next = [...elements]
  next.splice(at, removed, ...added.map(({ raw }) => raw))
  known.set(next, projects)
  return next
}

/** The projects among all elements; the same array for the same version. */
export const allProjects = oncePerObject((projects: Projects): readonly StoredProject[] =>
  Object.freeze(understood(projects)),
)

declare const shown: unique symbol
/** The JSON of a project without its owner, created only by `publicProject`. */
export type Project = JsonRecord & { readonly [shown]: true }

/** The reply schema: sections of any shape, described as `ProjectShape`. */
export const Project = describedAs(z.looseObject({}), ProjectShape)

/** The reply schema in lists, where `fields` may omit sections. */
export const ListedProject = describedAs(z.looseObject({}), ListedProjectShape)

/** Removes the hidden owner. */
export const publicProject = oncePerFrozen((record: JsonRecord): Project => {
  const { owner: _owner, ...visible } = record
  return (Object.isFrozen(record) ? Object.freeze(visible) : visible) as Project
})
