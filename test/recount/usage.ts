import { at, instantOf, list, string } from './json.ts'

const DAY = 86_400_000
const SURFACES = ['completions', 'chat', 'agent', 'cli', 'app', 'code_review']
/** Members of a bill's items, in the order of the table. */
const SUMS = ['grossQuantity', 'discountQuantity', 'netQuantity', 'netAmount']
const DATED = /^\d{4}-\d\d-\d\d/

/** Seats, and those used in the 28 days before the newest activity of all. */
export function seatUse(seats: unknown): { seats: number; used: number } {
  const used = list(seats)
    .map((seat) => string(at(seat, 'last_activity_at')))
    .filter((text) => DATED.test(text))
    .map(instantOf)
  const since = Math.max(...used) - 28 * DAY
  return { seats: list(seats).length, used: used.filter((instant) => instant >= since).length }
}

/** Names of the people whose seats have neither an activity nor an assignment in the 30 days to the newest activity. */
export function idlePeople(seats: unknown): string[] {
  const used = list(seats).map((seat) => string(at(seat, 'last_activity_at')))
  const now = Math.max(...used.filter((text) => DATED.test(text)).map(instantOf))
  const byPerson = Map.groupBy(list(seats), (seat) => at(seat, 'assignee', 'id') ?? seat)
  return [...byPerson.values()]
    .filter((own) =>
      own
        .flatMap((seat) => [at(seat, 'last_activity_at'), at(seat, 'created_at')])
        .filter((text) => DATED.test(string(text)))
        .every((text) => instantOf(text) < now - 30 * DAY),
    )
    .map((own) => string(at(own[0], 'assignee', 'login')))
}

/** The most people on one day of each month, by surface, newest month first; undefined is not known. */
export function peopleByMonth(history: unknown): [month: string, ...(number | undefined)[]][] {
  const known = list(history).filter((day) => at(day, 'activity', 'surfaces') !== undefined)
  const months = Map.groupBy(known, (day) => string(at(day, 'date')).slice(0, 7))
  return [...months]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([month, days]) => [
      month,
      ...SURFACES.map((surface) => {
        const people = days.map((day) => at(day, 'activity', 'surfaces', surface))
        const numbers = people.filter((one) => typeof one === 'number')
        return numbers.length === 0 ? undefined : Math.max(...numbers)
      }),
    ])
}

/** The sums of each bill, newest first; undefined is not known, as before the first bill. */
export function bills(spend: unknown): [month: string, ...(number | undefined)[]][] {
  const billed = list(spend).findIndex((bill) => list(at(bill, 'items')).length > 0)
  const first = string(at(spend, billed, 'month'))
  return list(spend)
    .toReversed()
    .map((bill) => [
      string(at(bill, 'month')),
      ...SUMS.map((member) =>
        string(at(bill, 'month')) < first
          ? undefined
          : list(at(bill, 'items')).reduce<number>(
              (sum, item) => sum + Number(at(item, member)),
              0,
            ),
      ),
    ])
}
