import { billItems } from '../organisation/billing.ts'
import { addDays, REFERENCE_DATE } from '../organisation/calendar.ts'
import { createMembers } from '../organisation/members.ts'

const MONTHS = 12
/** This month and the last are not final. */
const OPEN_MONTHS = 2

/** Bills of a year, oldest month first; the last one ends with the reference date. */
export function spend() {
  const members = createMembers()
  const asked_at = `${REFERENCE_DATE}T23:00:00.000Z`
  let from = `${REFERENCE_DATE.slice(0, 7)}-01`
  const bills = Array.from({ length: MONTHS }, (_, back) => {
    const end = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1)
    const to = end < REFERENCE_DATE ? end : REFERENCE_DATE
    const month = from.slice(0, 7)
    const items = billItems(members, { from, to })
    from = `${addDays(from, -1).slice(0, 7)}-01`
    return { month, items, asked_at, is_final: back >= OPEN_MONTHS }
  })
  return bills.toReversed()
}
