import { respond } from '@landscape/http/responses/conditional-read'
import { prepareAs, ROW_FORMAT, rowFormat, rowTypes } from '@landscape/http/responses/rows'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { authoriseAssistantAdmin, FOR_ASSISTANT_ADMINS } from '../sign-in/assistant-admin.ts'
import type { FindViewer } from '../sign-in/viewer.ts'
import { readUsers, type StoredUsersDeps } from './read-users.ts'
import { Period } from '../organisation/rows-routes.ts'

interface UsersDeps extends StoredUsersDeps {
  findViewer: FindViewer
}

const count = z.int().min(0).nullable()
const difference = z.int().nullable()
const User = z.object({
  user_id: z.int().meta({ description: 'id at the source-control host' }),
  login: z.string().nullable().meta({ description: 'null when no present seat has the id' }),
  seat: z.boolean().nullable().meta({ description: 'whether the user has a seat now' }),
  teams: z.array(z.object({ id: z.int(), slug: z.string().nullable() })).nullable(),
  days_active: z.int().min(0),
  last_day: z.string().nullable().meta({ description: 'newest active day' }),
  interactions: count,
  acceptances: count,
  lines_added: count,
  credits: z.number().min(0).nullable().meta({ description: 'reported, not billed' }),
  credits_complete: z.boolean().nullable(),
  estimated_amount: z
    .number()
    .nullable()
    .meta({ description: '`credits` × `price_per_unit`; no part of a bill' }),
  surfaces: z.array(z.string()),
  phase: z.int().nullable().meta({ description: 'newest phase of adoption' }),
})
const Users = z
  .object({
    currency: z.literal('USD'),
    unit: z.literal('ai-credits'),
    price_per_unit: z.number().nullable(),
    days: z.int().min(0).meta({ description: 'number of days with stored users' }),
    users: z.array(User),
    unattributed: z
      .object({
        interactions: difference,
        acceptances: difference,
        lines_added: difference,
        credits: z.number().nullable(),
      })
      .meta({
        description:
          "the organisation's surplus over the sum of its users: in its rows of these days, " +
          'and in credits of the final bills of months that the span contains and whose users are ' +
          'stored completely; ' +
          "negative when the users' sum is larger",
      }),
    logins_not_available: z.string().nullable().meta({ description: 'why every login is null' }),
  })
  .meta({
    id: 'Users',
    description: 'Usage of individual users in a span of days. null is not known.',
  })
type Users = z.infer<typeof Users>

const EXAMPLE: Users = {
  currency: 'USD',
  unit: 'ai-credits',
  price_per_unit: 0.01,
  days: 21,
  users: [
    {
      user_id: 501,
      login: 'kim',
      seat: true,
      teams: [{ id: 11, slug: 'harbour-systems' }],
      days_active: 18,
      last_day: '2026-11-13',
      interactions: 412,
      acceptances: 160,
      lines_added: 5230,
      credits: 1240.5,
      credits_complete: true,
      estimated_amount: 12.405,
      surfaces: ['completions', 'chat', 'agent'],
      phase: 2,
    },
  ],
  unattributed: { interactions: 0, acceptances: 0, lines_added: 12, credits: null },
  logins_not_available: null,
}

const COLUMNS = [
  'user_id',
  'login',
  'seat',
  'teams.slug',
  'days_active',
  'last_day',
  'interactions',
  'acceptances',
  'lines_added',
  'credits',
  'credits_complete',
  'estimated_amount',
  'surfaces',
  'phase',
]
const rowsOf = ({ users }: Users) => users

/** Usage of individual users; exists only with KEEP_USERS. */
export function usersRoute({ findViewer, ...deps }: UsersDeps): Route {
  return route({
    ...FOR_ASSISTANT_ADMINS,
    method: 'get',
    path: '/assistant/api/users',
    id: 'listUsers',
    tag: 'Assistant usage',
    summary: 'Usage of individual users, for admins and assistant admins',
    description:
      'Only with `KEEP_USERS`, for `USER_RETENTION_DAYS`; otherwise 404. Most credits first. ' +
      '`from` and `to` are included. Logins are those of the present seats. ' +
      '`estimated_amount` is not billed money: never add it to a bill. ' +
      'CSV and NDJSON contain the users.',
    example: EXAMPLE,
    ...rowTypes(COLUMNS, rowsOf(EXAMPLE)),
    strictQuery: true,
    query: Period.safeExtend(ROW_FORMAT),
    reply: Users,
    conditional: 'read',
    compressed: true,
    codes: ['forbidden', 'not-found', 'rate-limited', 'unavailable'],
    async handle(call) {
      await authoriseAssistantAdmin(findViewer, call)
      const { format: _format, for: _for, ...span } = call.query
      const { price, days, users, loginsNotAvailable, ...read } = await readUsers(deps, span)
      const body: Users = {
        currency: 'USD',
        unit: 'ai-credits',
        price_per_unit: price,
        days,
        users,
        unattributed: read.unattributed,
        logins_not_available: loginsNotAvailable,
      }
      const chosen = rowFormat(call.headers, call.query)
      return respond(call.headers, await prepareAs(chosen, COLUMNS, rowsOf)(body), {
        staleSeconds: read.staleSeconds.length === 0 ? undefined : Math.max(...read.staleSeconds),
        isPersonal: true,
        isNegotiated: true,
      })
    },
  })
}
