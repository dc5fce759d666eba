import { html, type Html } from './html.ts'
import { monthText, numeral } from './text.ts'

/** A number in a month; null when it is not known. */
export interface MonthCount {
  month: string
  count: number | null
}

const WIDTH = 112
const HEIGHT = 32
const EDGE = 3

/**
 * A number by month as a small line that begins again after unknown months; nothing below two known months.
 *
 * @param months without gaps, the oldest first
 */
export function monthLine(months: readonly MonthCount[]): Html | false {
  const known = months.flatMap(({ month, count }, i) =>
    count === null ? [] : [{ month, count, i }],
  )
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || first === last) return false
  const counts = known.map(({ count }) => count)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  // A small change must not look like a large one.
  const range = Math.max(most - least, most / 10, 1)
  const x = (i: number) =>
    Math.round(EDGE + ((WIDTH - 2 * EDGE) * (i - first.i)) / (last.i - first.i))
  // The numbers are in the middle of the height.
  const y = (count: number) =>
    Math.round(HEIGHT / 2 - ((HEIGHT - 2 * EDGE) * (count - (least + most) / 2)) / range)
  const path = known.map(
    ({ i, count }, k) => `${known[k - 1]?.i === i - 1 ? 'L' : 'M'}${x(i)} ${y(count)}`,
  )
  const text = [first, last].map(({ month, count }) => `${numeral(count)} in ${monthText(month)}`)
  return html`<svg
    class="months"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label="${text.join(', ')}"
  >
    <path d="${path.join('')}" />
    <circle cx="${x(last.i)}" cy="${y(last.count)}" r="3" />
  </svg>`
}

/** Months before the present one with which a number is compared. */
const QUARTER = 3

/**
 * The change of a number since the last quarter: `5 fewer than in Aug 2026`; undefined without a number of one of the
 * three months before the present one.
 *
 * @param months without gaps, the present one last
 */
export function changeSince(count: number, months: readonly MonthCount[]): string | undefined {
  const earlier = months.slice(-QUARTER - 1, -1).find((one) => one.count !== null)
  if (earlier?.count == null) return undefined
  const month = monthText(earlier.month)
  if (earlier.count === count) return `the same as in ${month}`
  const difference = numeral(Math.abs(count - earlier.count))
  return `${difference} ${count > earlier.count ? 'more' : 'fewer'} than in ${month}`
}
