import type { Seat } from '@landscape/contracts/assistant'
import type { PersonDay } from '@landscape/contracts/monthly-documents'
import { addDecimals, multiplyDecimal } from './add-decimals.ts'
import { sum, memberOf } from './report-rows.ts'
import { SURFACES } from '@landscape/contracts/usage-shapes'
import { assigneeId } from './team-seats.ts'

/** The use of one person in a span of days; null is not known. */
export interface UserSummary {
  user_id: number
  login: string | null
  /** Whether the person has a seat now. */
  seat: boolean | null
  teams: { id: number; slug: string | null }[] | null
  days_active: number
  /** The newest of these days. */
  last_day: string | null
  interactions: number | null
  acceptances: number | null
  lines_added: number | null
  credits: number | null
  /** Whether the credits of every day are known. */
  credits_complete: boolean | null
  /** Credits at the price of the bills, in US dollars. */
  estimated_amount: number | null
  surfaces: string[]
  /** Of the newest day that has one. */
  phase: number | null
}

interface Known {
  /** Present seats; undefined when they cannot be loaded. */
  seats: readonly Seat[] | undefined
  /** Slugs of teams by their ids. */
  slugs: ReadonlyMap<unknown, string>
  /** US dollars of a credit; null when unknown. */
  price: number | null
}

/** The use of each person, most credits first, then by id. */
export function summariseUsers(days: readonly PersonDay[], known: Known): UserSummary[] {
  const logins = known.seats && loginsOf(known.seats)
  return [...Map.groupBy(days, ({ user_id }) => user_id)]
    .map(([id, own]) => summarise(id, own, { ...known, logins }))
    .toSorted((a, b) => (b.credits ?? -1) - (a.credits ?? -1) || a.user_id - b.user_id)
}

function summarise(
  user_id: number,
  days: readonly PersonDay[],
  { logins, slugs, price }: Known & { logins: ReadonlyMap<number, string | null> | undefined },
): UserSummary {
  const totals = totalsOf(days)
  const { credits } = totals
  const ofTeams = days.flatMap(({ team_ids }) => (team_ids ? [team_ids] : []))
  const newestFirst = days.toSorted((a, b) => (a.day < b.day ? 1 : -1))
  const active = newestFirst.filter(isActive)
  return {
    user_id,
    login: logins?.get(user_id) ?? null,
    seat: logins ? logins.has(user_id) : null,
    teams:
      ofTeams.length === 0
        ? null
        : [...new Set(ofTeams.flat())]
            .toSorted((a, b) => a - b)
            .map((id) => ({ id, slug: slugs.get(id) ?? null })),
    days_active: active.length,
    last_day: active[0]?.day ?? null,
    ...totals,
    credits_complete: credits === null ? null : days.every((own) => own.credits !== undefined),
    estimated_amount: credits === null || price === null ? null : multiplyDecimal(price, credits),
    surfaces: SURFACES.filter((name) => days.some(({ surfaces }) => surfaces.includes(name))),
    phase: newestFirst.find(({ phase }) => phase !== undefined)?.phase ?? null,
  }
}

function loginsOf(seats: readonly Seat[]): Map<number, string | null> {
  return new Map(
    seats.flatMap((seat) => {
      const id = assigneeId(seat)
      return id === undefined ? [] : [[id, memberOf(seat['assignee'], 'login')] as const]
    }),
  )
}

/** Interaction, generation or acceptance, or use of a surface, as days of teams count. */
function isActive({ surfaces, interactions, acceptances, generations }: PersonDay): boolean {
  return surfaces.length > 0 || [interactions, acceptances, generations].some((n) => (n ?? 0) > 0)
}

/** Sums of credits and counters; null when unknown. */
type Totals = Pick<UserSummary, 'interactions' | 'acceptances' | 'lines_added' | 'credits'>

/** Sums of days; a counter is null when one day lacks it, credits when every day lacks them. */
export function totalsOf(days: readonly PersonDay[]): Totals {
  const credits = days.flatMap((own) => own.credits ?? [])
  return {
    interactions: sum(days.map((own) => own.interactions)) ?? null,
    acceptances: sum(days.map((own) => own.acceptances)) ?? null,
    lines_added: sum(days.map((own) => own.lines_added)) ?? null,
    credits: credits.length === 0 ? null : addDecimals(credits),
  }
}
