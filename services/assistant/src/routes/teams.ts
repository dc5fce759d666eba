import { TEAM_EXAMPLE, Team, TeamsHistory, USAGE_DAY_EXAMPLE } from '@landscape/contracts'
import type { Documents } from '@landscape/documents'
import { DomainError } from '@landscape/errors'
import { otherReply, route, type Route } from '@landscape/http'
import { mayAct } from '@landscape/identity'
import { answerOf, respond } from '@landscape/service'
import { z } from 'zod'
import { unableToLoad } from '../host/failure.ts'
import { READS_USER_TOKEN, readUserToken } from '../sign-in/cookies.ts'
import { visibleTeams, type FindViewer } from '../sign-in/viewer.ts'
import { callerOf, personalAnswer } from './personal.ts'

interface TeamDeps {
  findViewer: FindViewer
  documents: Documents<'teams' | 'teamsHistory'>
  /**
   * Serve the existing client of the history: a whole body that it compares where nobody has signed in, and
   * 500 for a token that the source-control host refuses.
   */
  existingClients: boolean
}

/** What clients compare where nobody has signed in at the source-control host. */
export const NO_TOKEN = { response: 'No user token found' }
const NO_TOKEN_HEADERS = { 'cache-control': 'no-store', 'www-authenticate': 'Bearer' }

const NoToken = z.object({ response: z.string() })

const ViewerAnswer = z
  .object({ teams: z.array(Team), isAdmin: z.boolean(), userTeamSlugs: z.array(z.string()) })
  .meta({ id: 'VisibleTeams' })

/** Teams that a user may see, and their stored usage. */
export function teamRoutes({ findViewer, documents, existingClients }: TeamDeps): Route[] {
  const listing = (path: string, id: string, summary: string) =>
    route({
      method: 'get',
      path,
      id,
      tag: 'Assistant usage',
      summary,
      description:
        'For whoever is signed in at the source-control host; both paths answer the same.',
      example: {
        teams: [TEAM_EXAMPLE],
        isAdmin: false,
        userTeamSlugs: [TEAM_EXAMPLE.slug],
      },
      access: 'authenticated',
      credentials: [['signedIn', 'sourceControl']],
      reply: ViewerAnswer,
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
        return personalAnswer(body, viewer.staleSeconds)
      },
    })
  const asKnown = (error: unknown): never => {
    const isRefused = error instanceof DomainError && error.code === 'unauthenticated'
    throw existingClients && isRefused ? unableToLoad('historic team data', error) : error
  }
  return [
    listing('/assistant/api/teams', 'listTeams', 'Teams whose figures the user may see'),
    listing(
      '/assistant/api/admin/status',
      'getAdminStatus',
      'Whether the user is an assistant admin',
    ),
    route({
      method: 'get',
      path: '/assistant/api/teams/historic',
      id: 'getTeamsUsageHistory',
      tag: 'Assistant usage',
      summary: 'Stored usage of all teams for admins, of their own teams for others',
      description: 'What the collector has stored, a day each, oldest first.',
      example: [{ team: TEAM_EXAMPLE, data: [USAGE_DAY_EXAMPLE] }],
      access: 'optional',
      credentials: [['admin'], ['sourceControl']],
      reply: TeamsHistory,
      ...(existingClients && { others: { 401: NoToken } }),
      conditional: 'read',
      replyHeaders: { etag: 'tag of the version, where all teams are shown' },
      compressed: true,
      cookies: READS_USER_TOKEN,
      codes: ['rate-limited'],
      async handle({ identity, headers, address }) {
        const isAdmin = identity !== undefined && mayAct(identity, ['admin'])
        const token = readUserToken(headers.cookie)
        if (!isAdmin && token === undefined) {
          if (existingClients) return otherReply(401, NO_TOKEN, NO_TOKEN_HEADERS)
          throw new DomainError('unauthenticated', NO_TOKEN.response, { extensions: NO_TOKEN })
        }
        const viewer =
          isAdmin || token === undefined
            ? undefined
            : await findViewer(token, callerOf(address, identity)).catch(asKnown)
        const stored = await documents.teamsHistory.read()
        if (!stored) throw unableToLoad('historic team data')
        if (viewer === undefined || viewer.isAssistantAdmin) {
          return respond(headers, answerOf(stored.value), {
            staleSeconds: stored.staleSeconds,
            isPersonal: true,
          })
        }
        const own = new Set(viewer.slugs)
        const visible = stored.value.filter(({ team }) => own.has(team.slug))
        return personalAnswer(visible, stored.staleSeconds, viewer.staleSeconds)
      },
    }),
  ]
}

/**
 * A team with exactly the four members that clients read, all texts: their search calls string
 * functions on the description, which the host may leave null.
 */
export function teamObject(team: Team): Record<'slug' | 'name' | 'description' | 'url', string> {
  const { slug, name, description, url } = team
  return { slug, name: text(name) || slug, description: text(description), url: text(url) }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
