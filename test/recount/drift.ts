import { at, list, string, type Stored } from './json.ts'
import { findRepository, linksOf } from './links.ts'
import type { Count, Counted } from './technologies.ts'

/** A finding with the members of its row, and the numbers of the projects concerned. */
export interface Found {
  kind: string
  technology: Counted | undefined
  /** Title of the entry, name of the project, or link. */
  subject?: string
  projects: number[]
  /** Whether only repositories that are not public prove it. */
  isHidden?: boolean
  /** Number of the repositories that use a technology on hold. */
  repositories?: number
}

/** All findings except look-alikes, one at a time. */
export function drift(
  stored: Stored,
  counted: Count,
  { reviewedSince }: { reviewedSince: number },
): Found[] {
  const of = (
    kind: string,
    rule: (roles: (string | undefined)[], users: ReturnType<Count['usersOf']>) => boolean,
  ) =>
    counted.technologies.flatMap((technology): Found[] => {
      const users = counted.usersOf(technology)
      const roles = technology.entries.map(({ role }) => role)
      const { projects, repositories } = users
      const scanned = counted.isLanguage(technology) && kind === 'on-hold-in-use'
      if (!rule(roles, users)) return []
      return [{ kind, technology, projects, ...(scanned && { repositories: repositories.length }) }]
    })
  const some = (users: { projects: number[]; repositories: number[] }) =>
    users.projects.length + users.repositories.length
  return [
    ...of('on-hold-in-use', (roles, users) => roles.includes('hold') && some(users) > 0),
    ...of('not-on-radar', (roles, users) => roles.length === 0 && users.projects.length >= 2),
    ...of(
      'unused-on-radar',
      (roles, users) =>
        roles.some((role) => role === 'adopt' || role === 'trial') && some(users) === 0,
    ),
    ...linked(stored, counted),
    ...counted.technologies.flatMap((technology) =>
      technology.entries
        .filter(
          ({ ring, last, isPlanned }) =>
            ring !== 'ignore' && !isPlanned && (last ?? 0) < reviewedSince,
        )
        .map(({ title }) => ({
          kind: 'not-reviewed',
          technology,
          subject: title,
          projects: counted.usersOf(technology).projects,
        })),
    ),
  ]
}

/** Languages of linked repositories that a project does not name, and links that fit no repository. */
function linked(stored: Stored, { of, technologies }: Count): Found[] {
  const repositories = list(at(stored.repositories, 'repositories'))
  return list(at(stored.projects, 'projects')).flatMap((project, number) => {
    const name = string(at(project, 'details', 0, 'name'))
    const links = linksOf(project).map((link) => findRepository(repositories, link))
    const numbers = new Set(links.flatMap(({ number: found }) => found ?? []))
    const isIn = (one: Counted, among: readonly unknown[]) =>
      among.some((repository) => share(repository, one, of) >= 10)
    const all = [...numbers].map((linkedTo) => repositories[linkedTo])
    const open = all.filter((repository) => at(repository, 'visibility') === 'PUBLIC')
    const undeclared = technologies.filter((one) => !one.projects.has(number) && isIn(one, all))
    const unknown = links.filter((link) => link.number === undefined && link.isScanned)
    const addresses = [...new Set(unknown.map(({ address }) => address))]
    return [
      ...undeclared.map((technology) => {
        return { kind: 'undeclared-language', technology, isHidden: !isIn(technology, open) }
      }),
      ...addresses.map(() => ({ kind: 'unknown-repository', technology: undefined })),
    ].map((found) => ({ ...found, subject: name, projects: [number] }))
  })
}

function share(repository: unknown, technology: Counted, of: Count['of']): number {
  return list(at(repository, 'technologies', 'languages'))
    .filter((language) => of(string(at(language, 'name'))) === technology)
    .reduce<number>((sum, language) => sum + Number(at(language, 'percentage')), 0)
}
