import type { AdminTeams, Team } from '@landscape/contracts/assistant'
import type { Identity } from '@landscape/contracts/identity'
import { networkOf } from '@landscape/http/request/client-network'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { Documents } from '@landscape/store/documents/open-documents'
import type { UsageSource, UserToken } from '../host/port.ts'
import type { Seals } from './seals.ts'

/** The access of a user of the source-control host. */
interface Viewer {
  /** The user's own teams in the organisation. */
  ownTeams: readonly Team[]
  slugs: readonly string[]
  /** Members of an admin team see every team. */
  isAssistantAdmin: boolean
}

/**
 * The access of a member of these teams.
 *
 * @param adminTeams slugs of the teams whose members are assistant admins
 */
export function viewerOf(ownTeams: readonly Team[], adminTeams: readonly string[]): Viewer {
  const slugs = ownTeams.map(({ slug }) => slug)
  return { ownTeams, slugs, isAssistantAdmin: slugs.some((slug) => adminTeams.includes(slug)) }
}

/** Whether the viewer may see the usage of one team. */
export function maySeeTeam({ isAssistantAdmin, slugs }: Viewer, teamSlug: string): boolean {
  return isAssistantAdmin || slugs.includes(teamSlug)
}

/**
 * Determines the access of a token's owner.
 *
 * @param carried the sealed or plain token from the browser's cookie
 * @param caller the caller whose budget of rejected tokens is charged
 */
export type FindViewer = (
  carried: string,
  caller: string,
) => Promise<Viewer & { staleSeconds?: number }>

/** The key of the caller for rate limits: the identity, else the network of the client address. */
export function callerOf(address: string | undefined, identity?: Identity): string {
  return identity ? `user ${identity.subject}` : `address ${networkOf(address ?? '')}`
}

/**
 * The user's token in a cookie.
 *
 * @param carried the sealed or plain token from the browser's cookie
 * @param caller the caller whose budget of rejected tokens is charged
 */
export async function openUserToken(
  carried: string,
  caller: string,
  seal: Seals['userToken'],
): Promise<UserToken> {
  const sealed = await seal.open(carried)
  return { value: sealed?.content ?? carried, isTrusted: sealed !== undefined, caller }
}

/** Reads teams from the source and admin teams from the store; without the document there are no admins. */
export function createFindViewer(
  source: Pick<UsageSource, 'userTeams'>,
  adminTeams: StoredDocument<AdminTeams>,
  seal: Seals['userToken'],
): FindViewer {
  return async (carried, caller) => {
    const token = await openUserToken(carried, caller, seal)
    const [{ value, ...age }, admins] = await Promise.all([
      source.userTeams(token),
      adminTeams.read(),
    ])
    return { ...viewerOf(value, admins?.value ?? []), ...age }
  }
}

/**
 * The teams that a viewer may select. Assistant admins get those of the history, else those of the teams
 * document, else their own; all other users get their own.
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
