import { isDeepStrictEqual } from 'node:util'
import { asRecord, DomainError, projectName } from '@landscape/contracts'
import { indicesByName } from './find-projects.ts'
import { isShown, type Caller } from './ownership.ts'
import { publicProject, type Project } from './project.ts'

/**
 * Refuses a save that is rather another record of the same name. Lists show all records of a name, but its path leads to one
 * of them, which would be overwritten.
 *
 * @param index of the record that the path leads to
 * @param meant what the body means as an update of a record
 * @throws DomainError `conflict`
 */
export function assertNoNamesakeMeant(
  projects: readonly unknown[],
  index: number,
  { caller, body, meant }: { caller: Caller; body: unknown; meant: (stored: Project) => unknown },
): void {
  const sections = Object.keys(asRecord(body))
  const name = projectName(projects[index]) ?? ''
  const sectionsKept = (place: number) => {
    const stored = publicProject(asRecord(projects[place]))
    const update = asRecord(meant(stored))
    return sections.filter((section) => isDeepStrictEqual(update[section], stored[section])).length
  }
  const namesakes = indicesByName(projects, name).filter(
    (place) => place !== index && isShown(projects[place], caller),
  )
  if (namesakes.length === 0) return
  const kept = sectionsKept(index)
  if (!namesakes.some((place) => sectionsKept(place) > kept)) return
  throw new DomainError(
    'conflict',
    `Several projects are called '${name}', and what was sent is another one than this path leads to: give one of them another name`,
  )
}
