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

/** One sentence with the number of people, of idle seats, and the used share of the credits; each leads to its rows. */
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
      ? used !== null && countText(Math.round(used), 'credit')
      : `${numeral(Math.round(share * 100))} % of the credits`
  return html`<p class="headline">
    ${
      active === null || idle === null
        ? 'The seats are not known'
        : html`<a href="#people">${active.people} of ${(total ?? 0) - active.vacant}</a> people with
            a seat used the assistant in the ${active.days} days to ${dateText(active.day)};
            <a href="#seats">${countText(idle.length, 'seat')}</a> idle${
              active.vacant > 0 &&
              html`, ${countText(active.vacant, 'seat has', 'seats have')} no person`
            }`
    };
    ${
      credits === false || month === null
        ? 'the used credits are not known'
        : html`<a href="#spend">${credits}</a> used in ${monthText(month)}`
    }.
  </p>`
}
