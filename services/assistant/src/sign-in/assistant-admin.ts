import { DomainError } from '@landscape/contracts/errors/domain-error'
import { type Identity, mayAct } from '@landscape/contracts/identity'
import { authorise } from '@landscape/http/route/access'
import type { IncomingHttpHeaders } from 'node:http'
import { READS_USER_TOKEN, readUserToken } from './cookies.ts'
import { callerOf, maySeeTeam, type FindViewer } from './viewer.ts'

const ADMINS = { anyGroup: ['admin'] } as const

/** Members of routes that only administrators and assistant admins may use; the handler authorises. */
export const FOR_ASSISTANT_ADMINS = {
  access: 'optional',
  credentials: [['admin'], ['sourceControl']],
  cookies: READS_USER_TOKEN,
} as const

/**
 * Admits administrators, and assistant admins by the source-control token in their cookie.
 *
 * @throws DomainError `forbidden`, or `unauthenticated` without any identity
 */
export async function authoriseAssistantAdmin(
  findViewer: FindViewer,
  { identity, headers, address }: Call,
): Promise<void> {
  if (identity !== undefined && mayAct(identity, ADMINS.anyGroup)) return
  const token = readUserToken(headers.cookie)
  if (token === undefined) {
    authorise(ADMINS, identity)
    return
  }
  const viewer = await findViewer(token, callerOf(address, identity))
  if (!viewer.isAssistantAdmin) throw new DomainError('forbidden', 'Admin access required')
}

/**
 * Admits administrators, assistant admins, and members of a team.
 *
 * @returns the viewer of a source-control token; undefined for an administrator
 * @throws DomainError `forbidden`, or `unauthenticated` without any identity
 */
export async function authoriseTeam(
  findViewer: FindViewer,
  slug: string,
  { identity, headers, address }: Call,
): Promise<Awaited<ReturnType<FindViewer>> | undefined> {
  if (identity !== undefined && mayAct(identity, ADMINS.anyGroup)) return undefined
  const token = readUserToken(headers.cookie)
  if (token === undefined) {
    authorise(ADMINS, identity)
    return undefined
  }
  const viewer = await findViewer(token, callerOf(address, identity))
  if (maySeeTeam(viewer, slug)) return viewer
  throw new DomainError('forbidden', `User is not a member of the team: ${slug}`)
}

/** The members of a call from which its caller follows. */
interface Call {
  identity: Identity | undefined
  headers: Pick<IncomingHttpHeaders, 'cookie'>
  address: string | undefined
}
