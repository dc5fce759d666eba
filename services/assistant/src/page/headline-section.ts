import { countText, dateText, monthText, numeral } from '@landscape/views/text'
import { html, type Html } from '@landscape/views/html'
import type { SeatSummary } from '../seats/reply.ts'
import type { SpendReply } from '../spend/reply.ts'

/** Seats on the page. */
export interface ShownSeats extends Pick<
  SeatSummary,
  'total' | 'idle' | 'idle_cost_month' | 'not_available'
> {
  /** People with a seat who used it in the days to that of the newest use; null when the seats are not known. */
  used: { people: number; vacant: number; days: number; day: string } | null
}

/** One sentence with the number of people, of idle seats, which leads to them, and the used share of the credits. */
export function usageSentence({
  seats: { used: active, total, idle },
  spend: { pool },
}: {
  seats: ShownSeats
  spend: Pick<SpendReply, 'pool'>
}): Html {
  const { month, used, used_share: share } = pool
  const credits =
    share === null
      ? used !== null &&
        html`${numeral(Math.round(used))}
          <a href="#spend">${Math.round(used) === 1 ? 'credit' : 'credits'}</a>`
      : html`${numeral(Math.round(share * 100))} % of <a href="#spend">the credits</a>`
  return html`<p class="headline">
    ${
      active === null || idle === null
        ? 'The seats are not known'
        : html`${active.people} of ${(total ?? 0) - active.vacant} people with a seat used
            <a href="#people">the assistant</a> in the ${active.days} days to
            ${dateText(active.day)}; <a href="#seats">${countText(idle.length, 'seat')}</a> idle${
              active.vacant > 0 &&
              html`, ${countText(active.vacant, 'seat has', 'seats have')} no person`
            }`
    };
    ${
      credits === false || month === null
        ? 'the used credits are not known'
        : html`${credits} used in ${monthText(month)}`
    }.
  </p>`
}
