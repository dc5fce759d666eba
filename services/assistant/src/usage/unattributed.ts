import type { Spend, UsageRow } from '@landscape/contracts/assistant'
import type { PersonDay } from '@landscape/contracts/monthly-documents'
import { addDecimals } from './add-decimals.ts'
import { countIn, sum } from './report-rows.ts'
import { summariseMonth } from './spend-summary.ts'
import { totalsOf } from './user-summary.ts'
import { dayOf } from './calendar.ts'

/** The organisation's surplus over the sum of its users; null when it is not known. */
interface Unattributed {
  interactions: number | null
  acceptances: number | null
  lines_added: number | null
  credits: number | null
}

/** Counters in the organisation's row. */
const COUNTERS = {
  interactions: 'user_initiated_interaction_count',
  acceptances: 'code_acceptance_activity_count',
  lines_added: 'loc_added_sum',
} as const

/**
 * Compares the sums of users with the organisation's rows of the same days, and their credits with the
 * final bills of the months that are stored completely. A difference is negative when the users have more.
 *
 * @param span both days are included
 */
export function unattributed(
  days: readonly PersonDay[],
  { rows, spend, span }: { rows: readonly UsageRow[]; spend: Spend; span: Span },
): Unattributed {
  const dates = new Set(days.map(({ day }) => day))
  const own = rows.filter(({ day }) => dates.has(day))
  const isComplete = dates.size > 0 && new Set(own.map(({ day }) => day)).size === dates.size
  const totals = totalsOf(days)
  const rest = (name: keyof typeof COUNTERS) => {
    const all = isComplete ? sum(own.map((row) => countIn(row, COUNTERS[name]))) : undefined
    const ofUsers = totals[name]
    return all === undefined || ofUsers === null ? null : all - ofUsers
  }
  return {
    interactions: rest('interactions'),
    acceptances: rest('acceptances'),
    lines_added: rest('lines_added'),
    credits: restOfBills(days, { rows, spend, span }),
  }
}

/** The first and the last day, as dates. */
interface Span {
  from: string
  to: string
}

/**
 * Bills contain no days, so only complete months can be compared: those with a final bill, and with users
 * on each day on which the organisation has a row.
 */
function restOfBills(
  days: readonly PersonDay[],
  { rows, spend, span }: { rows: readonly UsageRow[]; spend: Spend; span: Span },
): number | null {
  const stored = new Set(days.map(({ day }) => day))
  const newest = [...stored].toSorted().at(-1) ?? ''
  const to = span.to < newest ? span.to : newest
  const isComplete = (month: string) => {
    const own = rows.filter(({ day }) => monthOf(day) === month)
    return own.length > 0 && own.every(({ day }) => stored.has(day))
  }
  const bills = spend.filter(({ month, is_final }) => {
    return is_final && `${month}-01` >= span.from && lastDayOf(month) <= to && isComplete(month)
  })
  const billed = bills.map((bill) => summariseMonth(bill).gross_credits)
  const months = new Set(bills.map(({ month }) => month))
  const { credits } = totalsOf(days.filter(({ day }) => months.has(monthOf(day))))
  if (credits === null || billed.includes(null)) return null
  return addDecimals([...billed.filter((sum) => sum !== null), -credits])
}

const monthOf = (day: string) => day.slice(0, 7)

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return dayOf(Date.UTC(year, number, 0))
}
