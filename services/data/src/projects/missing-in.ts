import { MISSING, type MissingRule } from './reply.ts'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { sectionsOf } from '@landscape/contracts/project-sections'
import type { Project } from '../join/landscape.ts'
import { linksOf } from '../join/repositories.ts'
import { projectIndexOf } from '../join/project-index.ts'

/** Whether a project fails a rule. */
const FAILS: Readonly<
  Record<MissingRule, (project: Project, projects: readonly Project[]) => boolean>
> = {
  'no-contact': ({ stored }) => stored.contacts.size === 0,
  'no-stage': ({ stage }) => stage === '',
  'no-description': ({ description }) => description === '',
  'no-language': ({ technologies }) =>
    !technologies.values().some((uses) => uses.some(({ section }) => section === 'languages')),
  'no-hosting': ({ stored }) => {
    const { types, details } = sectionsOf(stored).hosting
    return [...types, ...details].every((name) => name.trim() === '')
  },
  'no-repository': ({ stored }) => linksOf(stored).length === 0,
  'unknown-repository': ({ unknownRepositories }) => unknownRepositories.length > 0,
  'unknown-dependency': ({ dependencies }, projects) =>
    dependencies.some(({ name }) => !projectIndexOf(projects).named(name)),
}
/** The rules that apply to retired projects. */
const OF_RETIRED: readonly MissingRule[] = ['no-description']

/** The rules that each project of a landscape fails. */
const missingOf = oncePerObject((projects: readonly Project[]) => {
  return oncePerObject((project: Project) => {
    const applicable = project.isRetired ? OF_RETIRED : MISSING
    const signedIn = applicable.filter((rule) => FAILS[rule](project, projects))
    return { signedIn, anonymous: signedIn.filter((rule) => rule !== 'unknown-repository') }
  })
})

/**
 * The rules that a project fails.
 *
 * @param projects all of the landscape
 * @param isSignedIn otherwise an unknown repository is left out: it would show that a private one exists
 */
export function missingIn(
  project: Project,
  projects: readonly Project[],
  isSignedIn: boolean,
): readonly MissingRule[] {
  return missingOf(projects)(project)[isSignedIn ? 'signedIn' : 'anonymous']
}
