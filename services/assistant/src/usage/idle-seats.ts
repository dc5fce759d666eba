import type { Seat } from '@landscape/contracts/assistant'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { multiplyDecimal } from './add-decimals.ts'
import { memberOf } from './report-rows.ts'
import { assigneeId } from './team-seats.ts'
import { DAY_MS } from './calendar.ts'

/** A person's seat without recent activity. */
export interface IdleSeat {
  /** Null for a seat without a holder. */
  login: string | null
  /** Slug of the team that assigned the seat; null when the host names none. */
  team: string | null
  /** Name of this team. */
  team_name: string | null
  /** ISO instant of the last activity, else of the assignment. */
  since: string
  never_used: boolean
}

/** Days without activity after which a seat is idle by default. */
export const IDLE_DAYS = 30

/**
 * Seats without activity, and without a new assignment, for more than `idleDays`; oldest first. The seats
 * of one person in several organisations count once, with the newest activity and assignment of all. So a
 * seat that was reassigned lately is not idle.
 *
 * @param at the end of the days without activity, in milliseconds since the epoch: that of the newest known activity
 */
export function idleSeats(
  seats: readonly Seat[],
  { idleDays, at }: { idleDays: number; at: number },
): IdleSeat[] {
  const people = Map.groupBy(seats, (seat) => assigneeId(seat) ?? seat)
  return [...people.values()]
    .flatMap((own) => idleSeat(own, at - idleDays * DAY_MS))
    .toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since))
}

/** The cost of idle seats in a month, in US dollars; null without a price. */
export function monthlyCost(idle: number, seatPrice: number | undefined): number | null {
  return seatPrice === undefined ? null : multiplyDecimal(seatPrice, idle)
}

/** An element when the person is idle; none when neither instant is readable. */
function idleSeat(own: readonly Seat[], before: number): IdleSeat[] {
  const used = newestOf(own.map((seat) => seat['last_activity_at']))
  const created = own.map((seat) => seat.created_at)
  const since = used ?? oldestOf(created)
  if (since === undefined || since.instant >= before) return []
  if ((newestOf(created)?.instant ?? 0) >= before) return []
  const [first] = own
  return [
    {
      login: memberOf(first?.['assignee'], 'login'),
      team: memberOf(first?.['assigning_team'], 'slug'),
      team_name: memberOf(first?.['assigning_team'], 'name'),
      since: since.text,
      never_used: used === undefined,
    },
  ]
}

interface Moment {
  instant: number
  text: string
}

function moments(texts: readonly unknown[]): Moment[] {
  return texts.flatMap((text) => {
    const instant = typeof text === 'string' ? parseIsoInstant(text) : undefined
    return instant === undefined ? [] : [{ instant, text: String(text) }]
  })
}

function newestOf(texts: readonly unknown[]): Moment | undefined {
  return moments(texts).toSorted((a, b) => b.instant - a.instant)[0]
}

function oldestOf(texts: readonly unknown[]): Moment | undefined {
  return moments(texts).toSorted((a, b) => a.instant - b.instant)[0]
}
