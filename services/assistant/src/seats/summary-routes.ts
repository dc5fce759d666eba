import type { Seat } from '@landscape/contracts/assistant'
import { SeatSummary } from './reply.ts'
import { describedAs } from '@landscape/contracts/described-as'
import { respond } from '@landscape/http/responses/conditional-read'
import { prepareAs, ROW_FORMAT, rowFormat, ROW_TYPES } from '@landscape/http/responses/rows'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import type { AgedValue, BillingSource, UsageSource } from '../host/port.ts'
import { authoriseAssistantAdmin, FOR_ASSISTANT_ADMINS } from '../sign-in/assistant-admin.ts'
import type { FindViewer } from '../sign-in/viewer.ts'
import { IDLE_DAYS, idleSeats, monthlyCost } from '../usage/idle-seats.ts'
import { dayOf } from '../usage/calendar.ts'
import { seatUse } from '../usage/seat-use.ts'
import { billingReason, SEAT_MANAGEMENT, seatsRefusal } from '../host/billing-reasons.ts'
import type { Prices } from '../spend/read-spend.ts'

interface SeatSummaryDeps {
  findViewer: FindViewer
  source: Pick<UsageSource, 'seats'>
  billingSource: Pick<BillingSource, 'seatCounts'>
  prices: Prices
  /** Milliseconds since the epoch. */
  now: () => number
}

const UNKNOWN = {
  total: null,
  active_this_cycle: null,
  inactive_this_cycle: null,
  pending_cancellation: null,
  added_this_cycle: null,
  plan_type: null,
}
const COLUMNS = ['login', 'team', 'since', 'never_used']
const rowsOf = ({ idle }: SeatSummary) => idle ?? []

const LIMIT = 'idleDays must be an integer from 1 to 365'
const IdleDays = describedAs(
  z.string(LIMIT).refine((text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 365, {
    message: LIMIT,
    params: { detail: 'must be an integer from 1 to 365' },
  }),
  z.int().min(1).max(365),
).transform(Number)

/** Numbers of seats, and the seats without recent activity. */
export function seatSummaryRoutes(deps: SeatSummaryDeps): Route[] {
  const { findViewer, source, billingSource, prices, now } = deps
  return [
    route({
      method: 'get',
      path: '/assistant/api/seats/summary',
      id: 'summariseSeats',
      tag: 'Assistant usage',
      summary: 'Seat counts and idle seats, for admins and assistant admins',
      description:
        'A seat is idle when it was assigned more than `idleDays` before `as_of`, the day of the newest activity, and ' +
        'its last activity, if any, is older as well; seats of one person in several organisations count once. ' +
        '`idle_cost_month` needs `ASSISTANT_SEAT_PRICE`. `not_available` contains why counts or ' +
        'idle seats are null. CSV and NDJSON contain the idle seats.',
      otherTypes: ROW_TYPES,
      ...FOR_ASSISTANT_ADMINS,
      strictQuery: true,
      query: z.object({
        idleDays: IdleDays.optional().meta({
          description: `days without activity; ${IDLE_DAYS} when absent`,
          examples: [IDLE_DAYS],
        }),
        ...ROW_FORMAT,
      }),
      reply: SeatSummary,
      conditional: 'read',
      compressed: true,
      codes: ['forbidden', 'rate-limited', 'unavailable'],
      async handle(call) {
        await authoriseAssistantAdmin(findViewer, call)
        const { idleDays = IDLE_DAYS } = call.query
        const [seats, counts] = await Promise.all([readSeats(source), billingSource.seatCounts()])
        const at = (seats.value && seatUse(seats.value).newest) ?? now()
        const idle = seats.value ? idleSeats(seats.value, { idleDays, at }) : null
        const refusal = counts.fault ? billingReason(counts.fault, SEAT_MANAGEMENT) : null
        const body: SeatSummary = {
          ...(counts.fault ? UNKNOWN : counts.value),
          idle,
          as_of: idle && dayOf(at),
          idle_cost_month: idle && monthlyCost(idle.length, prices.seatPrice),
          not_available: seats.refusal ?? refusal,
        }
        const chosen = rowFormat(call.headers, call.query)
        return respond(call.headers, await prepareAs(chosen, COLUMNS, rowsOf)(body), {
          staleSeconds: seats.staleSeconds,
          isPersonal: true,
          isNegotiated: true,
        })
      },
    }),
  ]
}

type Seats = Partial<AgedValue<readonly Seat[]>> & { refusal?: string }

/** The seats, or why the host rejects the request; any other failure is thrown. */
async function readSeats(source: SeatSummaryDeps['source']): Promise<Seats> {
  try {
    return await source.seats()
  } catch (error) {
    const refusal = seatsRefusal(error)
    if (refusal === undefined) throw error
    return { refusal }
  }
}
