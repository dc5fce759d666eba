import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { asRecord } from '@landscape/contracts/json'
import { projectName } from '@landscape/contracts/project-name'
import { indicesByName } from './find-projects.ts'
import { isShown, type Caller } from './ownership.ts'
import { publicProject, type Project } from './project.ts'

/**
 * Rejects an update whose body matches another record of the same name, which lists contain but the path
 * does not address.
 *
 * @param index of the addressed record
 * @param toUpdate converts the body to an update of a record
 * @throws DomainError `conflict`
 */
export function assertNotNamesake(
  projects: readonly unknown[],
  index: number,
  {
    caller,
    body,
    toUpdate,
  }: { caller: Caller; body: unknown; toUpdate: (stored: Project) => unknown },
): void {
  const sections = Object.keys(asRecord(body))
  const name = projectName(projects[index]) ?? ''
  const sectionsKept = (at: number) => {
    const stored = publicProject(asRecord(projects[at]))
    const update = asRecord(toUpdate(stored))
    return sections.filter((section) => isDeepStrictEqual(update[section], stored[section])).length
  }
  const namesakes = indicesByName(projects, name).filter(
    (at) => at !== index && isShown(projects[at], caller),
  )
  if (namesakes.length === 0) return
  const kept = sectionsKept(index)
  if (!namesakes.some((at) => sectionsKept(at) > kept)) return
  throw new DomainError(
    'conflict',
    `Several projects are called '${name}', and the body matches a different one; rename one of them`,
  )
}
