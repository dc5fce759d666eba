import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { asRecord, ownMember } from '@landscape/contracts/json'
import type { StoredProject } from '@landscape/contracts/projects'
import { namesakes, type Found } from './find-projects.ts'
import { isShown, type Caller } from './ownership.ts'
import { publicProject, type Project, type Projects } from './project.ts'

/**
 * Rejects an update whose body matches another record of the same name, which lists contain but the path
 * does not address.
 *
 * @param toUpdate converts the body to an update of a record
 * @throws DomainError `conflict`
 */
export function assertNotNamesake(
  projects: Projects,
  { index, project }: Found,
  {
    caller,
    body,
    toUpdate,
  }: { caller: Caller; body: unknown; toUpdate: (stored: Project) => unknown },
): void {
  const others = namesakes(projects, project.name).filter(
    (other) => other.index !== index && isShown(other.project, caller),
  )
  if (others.length === 0) return
  const sections = Object.keys(asRecord(body))
  const sectionsKept = ({ raw }: StoredProject) => {
    const stored = publicProject(raw)
    const update = asRecord(toUpdate(stored))
    return sections.filter((section) =>
      isDeepStrictEqual(ownMember(update, section), ownMember(stored, section)),
    ).length
  }
  const kept = sectionsKept(project)
  if (!others.some((other) => sectionsKept(other.project) > kept)) return
  throw new DomainError(
    'conflict',
    `Several projects are called '${project.name}', and the body matches a different one; rename one of them`,
  )
}
