import { Team, TeamsHistory } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { otherReply, route, type Route } from '@landscape/http'
import { answerOf, respond } from '@landscape/service'
import { mayAct } from '@landscape/identity'
import { z } from 'zod'
import { callerOf } from './caller.ts'
import { personalAnswer } from './personal-answer.ts'
import { readUserToken } from '../cookies/session-cookies.ts'
import type { FindViewer } from '../teams/find-viewer.ts'
import { teamObject } from '../teams/team-object.ts'
import { visibleTeams } from '../teams/visible-teams.ts'
import type { Documents } from '../documents.ts'
import { unableToLoad } from '../sources/texts.ts'

export interface TeamDeps {
  findViewer: FindViewer
  documents: Pick<Documents, 'teams' | 'teamsHistory'>
}

/** Whole bodies that clients compare: they hold no `error`. */
export const NO_TOKEN = { response: 'No user token found' }

const NoToken = z.object({ response: z.string() })

const ViewerAnswer = z
  .object({ teams: z.array(Team), isAdmin: z.boolean(), userTeamSlugs: z.array(z.string()) })
  .meta({ id: 'VisibleTeams' })

export function teamRoutes({ findViewer, documents }: TeamDeps): Route[] {
  const listing = (path: string, summary: string) =>
    route({
      method: 'get',
      path,
      summary,
      access: 'authenticated',
      reply: ViewerAnswer,
      errors: [401, 429, 500, 503],
      async handle({ identity, req }) {
        const token = readUserToken(req.headers.cookie)
        if (token === undefined) {
          throw new DomainError('unauthenticated', 'Missing GitHub user token')
        }
        const viewer = await findViewer(token, callerOf(req, identity))
        const teams = await visibleTeams(viewer, documents)
        const body = {
          teams: teams.map(teamObject),
          isAdmin: viewer.isAssistantAdmin,
          userTeamSlugs: viewer.slugs,
        }
        return personalAnswer(body, viewer.staleSeconds)
      },
    })
  return [
    listing('/assistant/api/teams', 'Teams whose figures the user may see'),
    listing('/assistant/api/admin/status', 'Whether the user is an assistant admin'),
    route({
      method: 'get',
      path: '/assistant/api/teams/historic',
      summary: 'Stored usage of all teams for admins, of their own teams for others',
      access: 'optional',
      reply: TeamsHistory,
      others: { 401: NoToken },
      errors: [401, 429, 500, 503],
      async handle({ identity, req }) {
        const isAdmin = identity !== undefined && mayAct(identity, ['admin'])
        const token = readUserToken(req.headers.cookie)
        if (!isAdmin && token === undefined) {
          return otherReply(401, NO_TOKEN, { 'cache-control': 'no-store' })
        }
        const viewer =
          isAdmin || token === undefined
            ? undefined
            : await findViewer(token, callerOf(req, identity))
        const stored = await documents.teamsHistory.read()
        if (!stored) throw unableToLoad('historic team data')
        if (viewer === undefined || viewer.isAssistantAdmin) {
          return respond(req.headers, answerOf(stored.value), {
            staleSeconds: stored.staleSeconds,
            personalTo: 'Cookie',
          })
        }
        const own = new Set(viewer.slugs)
        const visible = stored.value.filter(({ team }) => own.has(team.slug))
        return personalAnswer(visible, stored.staleSeconds, viewer.staleSeconds)
      },
    }),
  ]
}
