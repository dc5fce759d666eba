import { Team, TeamsHistory } from '@landscape/contracts/assistant'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { mayAct } from '@landscape/contracts/identity'
import type { Documents } from '@landscape/store/documents/open-documents'
import { readRequired } from '@landscape/http/responses/documents'
import { respond } from '@landscape/http/responses/conditional-read'
import { preparedJsonOf } from '@landscape/http/responses/prepared-response'
import { otherReply } from '@landscape/http/responses/reply'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { unableToLoad } from '../host/failure.ts'
import { NO_TOKEN, READS_USER_TOKEN, readUserToken } from '../sign-in/cookies.ts'
import { callerOf, visibleTeams, type FindViewer } from '../sign-in/viewer.ts'
import { MIN_PEOPLE, shownHistory } from '../usage/withheld-days.ts'
import { personalReply } from '../sign-in/personal-reply.ts'

interface TeamDeps {
  findViewer: FindViewer
  documents: Documents<'teams' | 'teamsHistory'>
  /**
   * Keeps the responses of `/teams/historic` that existing clients compare, also for administrators: the exact
   * body of a 401 without a token, and 500 for a token that the source-control host rejects.
   */
  existingClients: boolean
}

const NO_TOKEN_HEADERS = { 'cache-control': 'no-store', 'www-authenticate': 'Bearer' }

const NoToken = z.object({ response: z.string() })

const ViewerReply = z
  .object({ teams: z.array(Team), isAdmin: z.boolean(), userTeamSlugs: z.array(z.string()) })
  .meta({ id: 'VisibleTeams' })

/** Teams that a user may see, and their stored usage. */
export function teamRoutes(deps: TeamDeps): Route[] {
  return [
    visibleTeamsRoute(deps, {
      path: '/assistant/api/teams',
      id: 'listTeams',
      summary: 'Teams whose usage the user may see',
    }),
    visibleTeamsRoute(deps, {
      path: '/assistant/api/admin/status',
      id: 'getAdminStatus',
      summary: 'Whether the user is an assistant admin',
    }),
    teamsHistoryRoute(deps),
  ]
}

function visibleTeamsRoute(
  { findViewer, documents }: TeamDeps,
  named: { path: string; id: string; summary: string },
): Route {
  return route({
    ...named,
    method: 'get',
    tag: 'Assistant usage',
    description:
      'Requires a session of the source-control host. `/assistant/api/teams` and ' +
      '`/assistant/api/admin/status` return the same body.',
    access: 'authenticated',
    credentials: [['signedIn', 'sourceControl']],
    reply: ViewerReply,
    cookies: READS_USER_TOKEN,
    codes: ['rate-limited', 'unavailable'],
    async handle({ identity, headers, address }) {
      const token = readUserToken(headers.cookie)
      if (token === undefined) {
        throw new DomainError('unauthenticated', 'Missing GitHub user token')
      }
      const viewer = await findViewer(token, callerOf(address, identity))
      const teams = await visibleTeams(viewer, documents)
      const body = {
        teams: teams.map(teamObject),
        isAdmin: viewer.isAssistantAdmin,
        userTeamSlugs: viewer.slugs,
      }
      return personalReply(body, viewer.staleSeconds)
    },
  })
}

function teamsHistoryRoute({ findViewer, documents, existingClients }: TeamDeps): Route {
  const find: typeof findViewer = async (token, caller) => {
    try {
      return await findViewer(token, caller)
    } catch (error) {
      throw existingClients && isRejected(error) ? unableToLoad('historic team data', error) : error
    }
  }
  return route({
    method: 'get',
    path: '/assistant/api/teams/historic',
    id: 'getTeamsUsageHistory',
    tag: 'Assistant usage',
    summary: 'Stored usage of all teams for admins, of their own teams for other users',
    description:
      'One element per team with its stored days, oldest first. ' +
      `A day on which fewer than ${MIN_PEOPLE} members of the team were active is left out; ` +
      'days that other programs stored are returned as they are.',
    access: 'optional',
    credentials: existingClients ? [['sourceControl']] : [['admin'], ['sourceControl']],
    reply: TeamsHistory,
    ...(existingClients && { others: { 401: NoToken } }),
    conditional: 'read',
    replyHeaders: { etag: 'version of the document; only with all teams' },
    compressed: true,
    cookies: READS_USER_TOKEN,
    codes: ['rate-limited', 'not-found'],
    async handle({ identity, headers, address }) {
      const isAdmin = identity !== undefined && mayAct(identity, ['admin'])
      const isSufficient = isAdmin && !existingClients
      const token = readUserToken(headers.cookie)
      if (!isSufficient && token === undefined) {
        if (existingClients) return otherReply(401, NO_TOKEN, NO_TOKEN_HEADERS)
        throw new DomainError('unauthenticated', NO_TOKEN.response, { extensions: NO_TOKEN })
      }
      const viewer =
        isSufficient || token === undefined
          ? undefined
          : await find(token, callerOf(address, identity))
      const stored = await readRequired(documents.teamsHistory)
      const history = shownHistory(stored.value)
      if (viewer === undefined || isAdmin || viewer.isAssistantAdmin) {
        return respond(headers, preparedJsonOf(history), {
          staleSeconds: stored.staleSeconds,
          isPersonal: true,
        })
      }
      const slugs = new Set(viewer.slugs)
      const visible = history.filter(({ team }) => slugs.has(team.slug))
      return personalReply(visible, stored.staleSeconds, viewer.staleSeconds)
    },
  })
}

function isRejected(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'unauthenticated'
}

/** A team with exactly the four members that clients read, as strings: the host may return null. */
export function teamObject(team: Team): Record<'slug' | 'name' | 'description' | 'url', string> {
  const { slug, name, description, url } = team
  return {
    slug,
    name: asString(name) || slug,
    description: asString(description),
    url: asString(url),
  }
}

function asString(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
