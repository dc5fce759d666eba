import { SEAT_EXAMPLE, SeatsDocument } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { authorise, route, type Route } from '@landscape/http'
import { mayAct } from '@landscape/identity'
import { z } from 'zod'
import type { UsageSource } from '../host/port.ts'
import { READS_USER_TOKEN, readUserToken } from '../sign-in/cookies.ts'
import { maySeeTeam, type FindViewer } from '../sign-in/viewer.ts'
import { teamSeats } from '../usage/team-seats.ts'
import { callerOf, personalAnswer } from './personal.ts'

interface SeatDeps {
  findViewer: FindViewer
  source: Pick<UsageSource, 'seats' | 'memberIds'>
}

const ADMINS = { anyGroup: ['admin'] } as const
const MISSING_SLUG = 'Missing team slug'
const MAX_SLUG_LENGTH = 255

/** Seats of the organisation and of its teams. */
export function seatRoutes({ findViewer, source }: SeatDeps): Route[] {
  return [
    route({
      method: 'get',
      path: '/assistant/api/seats',
      id: 'listSeats',
      tag: 'Assistant usage',
      summary: 'Every seat of the organisation, for admins and assistant admins',
      description: 'As the source-control host answers them.',
      example: [SEAT_EXAMPLE],
      access: 'optional',
      credentials: [['admin'], ['sourceControl']],
      reply: SeatsDocument,
      cookies: READS_USER_TOKEN,
      codes: ['forbidden', 'rate-limited', 'not-implemented', 'unavailable'],
      async handle({ identity, headers, address }) {
        const token = readUserToken(headers.cookie)
        if (identity === undefined || !mayAct(identity, ADMINS.anyGroup)) {
          if (token === undefined) authorise(ADMINS, identity)
          else if (!(await findViewer(token, callerOf(address, identity))).isAssistantAdmin) {
            throw new DomainError('forbidden', 'Admin access required')
          }
        }
        const { value, staleSeconds } = await source.seats()
        return personalAnswer(value, staleSeconds)
      },
    }),
    route({
      method: 'get',
      path: '/assistant/api/team/seats',
      id: 'listTeamSeats',
      tag: 'Assistant usage',
      summary: 'Seats of the members of one team',
      description:
        'For members of the team and for assistant admins who are signed in at the source-control host.',
      example: [SEAT_EXAMPLE],
      access: 'authenticated',
      credentials: [['signedIn', 'sourceControl']],
      query: z.object({
        teamSlug: z
          .string({
            error: ({ input }) => (input === undefined ? MISSING_SLUG : 'teamSlug is given twice'),
          })
          .min(1, MISSING_SLUG)
          .max(MAX_SLUG_LENGTH, 'teamSlug is too long')
          .meta({
            description: 'the team, as `/assistant/api/teams` names it',
            param: { example: 'harbour-systems' },
          }),
      }),
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
        return personalAnswer(
          teamSeats(seats.value, members.value),
          seats.staleSeconds,
          members.staleSeconds,
          viewer.staleSeconds,
        )
      },
    }),
  ]
}
