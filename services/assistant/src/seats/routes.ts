import { SeatsDocument } from '@landscape/contracts/assistant'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import type { UsageSource } from '../host/port.ts'
import { authoriseAssistantAdmin, FOR_ASSISTANT_ADMINS } from '../sign-in/assistant-admin.ts'
import { READS_USER_TOKEN, readUserToken } from '../sign-in/cookies.ts'
import { callerOf, maySeeTeam, type FindViewer } from '../sign-in/viewer.ts'
import { teamSeats } from '../usage/team-seats.ts'
import { personalReply } from '../sign-in/personal-reply.ts'

interface SeatDeps {
  findViewer: FindViewer
  source: Pick<UsageSource, 'seats' | 'memberIds'>
}

const MISSING_SLUG = 'Missing team slug'
const MAX_SLUG_LENGTH = 255

/** Seats of the organisation and of its teams. */
export function seatRoutes(deps: SeatDeps): Route[] {
  return [allSeatsRoute(deps), teamSeatsRoute(deps)]
}

function allSeatsRoute({ findViewer, source }: SeatDeps): Route {
  return route({
    method: 'get',
    path: '/assistant/api/seats',
    id: 'listSeats',
    tag: 'Assistant usage',
    summary: 'All seats of the organisation, for admins and assistant admins',
    description: "Seats in the source-control host's own shape.",
    ...FOR_ASSISTANT_ADMINS,
    reply: SeatsDocument,
    codes: ['forbidden', 'rate-limited', 'not-implemented', 'unavailable'],
    async handle(call) {
      await authoriseAssistantAdmin(findViewer, call)
      const { value, staleSeconds } = await source.seats()
      return personalReply(value, staleSeconds)
    },
  })
}

const TeamQuery = z.object({
  teamSlug: z
    .string({
      error: ({ input }) => (input === undefined ? MISSING_SLUG : 'teamSlug is duplicated'),
    })
    .min(1, MISSING_SLUG)
    .max(MAX_SLUG_LENGTH, 'teamSlug is too long')
    .meta({
      description: 'slug of the team, as in `/assistant/api/teams`',
      param: { example: 'harbour-systems' },
    }),
})

function teamSeatsRoute({ findViewer, source }: SeatDeps): Route {
  return route({
    method: 'get',
    path: '/assistant/api/team/seats',
    id: 'listTeamSeats',
    tag: 'Assistant usage',
    summary: 'Seats of the members of one team',
    description:
      'Requires a session of the source-control host, of a team member or an assistant admin.',
    access: 'authenticated',
    credentials: [['signedIn', 'sourceControl']],
    query: TeamQuery,
    reply: SeatsDocument,
    cookies: READS_USER_TOKEN,
    codes: ['forbidden', 'not-found', 'rate-limited', 'not-implemented', 'unavailable'],
    async handle({ query: { teamSlug }, identity, headers, address }) {
      const token = readUserToken(headers.cookie)
      if (token === undefined) throw new DomainError('unauthenticated', 'Authentication required')
      const viewer = await findViewer(token, callerOf(address, identity))
      if (!maySeeTeam(viewer, teamSlug)) {
        throw new DomainError('forbidden', `User is not a member of the team: ${teamSlug}`)
      }
      const [members, seats] = await Promise.all([source.memberIds(teamSlug), source.seats()])
      return personalReply(
        teamSeats(seats.value, members.value),
        seats.staleSeconds,
        members.staleSeconds,
        viewer.staleSeconds,
      )
    },
  })
}
