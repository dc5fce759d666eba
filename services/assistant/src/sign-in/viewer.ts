import type { AdminTeams, Team } from '@landscape/contracts'
import type { Documents, StoredDocument } from '@landscape/documents'
import type { UsageSource } from '../host/port.ts'
import type { Seals } from './seals.ts'

/** What a user of the source-control host may see. */
interface Viewer {
  /** The user's own teams in the organisation. */
  ownTeams: readonly Team[]
  slugs: readonly string[]
  /** Members of an admin team see every team. */
  isAssistantAdmin: boolean
}

/**
 * What the member of these teams may see.
 *
 * @param adminTeams slugs of the teams whose members are assistant admins
 */
export function viewerOf(ownTeams: readonly Team[], adminTeams: readonly string[]): Viewer {
  const slugs = ownTeams.map(({ slug }) => slug)
  return { ownTeams, slugs, isAssistantAdmin: slugs.some((slug) => adminTeams.includes(slug)) }
}

/** Whether the viewer may see the figures of one team. */
export function maySeeTeam({ isAssistantAdmin, slugs }: Viewer, teamSlug: string): boolean {
  return isAssistantAdmin || slugs.includes(teamSlug)
}

/**
 * Finds out what the owner of a token may see.
 *
 * @param carried what the browser carries: the token as we sealed it, or the token itself
 * @param caller on whose behalf the source is asked
 */
export type FindViewer = (
  carried: string,
  caller: string,
) => Promise<Viewer & { staleSeconds?: number }>

/** Teams come from the source, admin teams from the store; without such a document nobody is one. */
export function createFindViewer(
  source: Pick<UsageSource, 'userTeams'>,
  adminTeams: StoredDocument<AdminTeams>,
  seal: Seals['userToken'],
): FindViewer {
  return async (carried, caller) => {
    const sealed = await seal.open(carried)
    const [{ value, ...age }, admins] = await Promise.all([
      source.userTeams({
        value: sealed?.content ?? carried,
        isVouched: sealed !== undefined,
        caller,
      }),
      adminTeams.read(),
    ])
    return { ...viewerOf(value, admins?.value ?? []), ...age }
  }
}

/**
 * The teams to offer a viewer: for assistant admins all that are known, from the history, else from
 * the list of teams; for others their own. No document, no more teams.
 */
export async function visibleTeams(
  viewer: Viewer,
  documents: Documents<'teams' | 'teamsHistory'>,
): Promise<readonly Team[]> {
  if (!viewer.isAssistantAdmin) return viewer.ownTeams
  const withHistory = (await documents.teamsHistory.read())?.value.map(({ team }) => team)
  if (withHistory?.length) return withHistory
  const listed = (await documents.teams.read())?.value
  return listed?.length ? listed : viewer.ownTeams
}
