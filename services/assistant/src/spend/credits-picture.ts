import { monthText } from '@landscape/views/text'
import { svg } from '@landscape/views/html'
import { picture } from '@landscape/views/picture'
import { scaleBand, scaleLinear } from 'd3-scale'

/** Used credits of a month, `YYYY-MM`. */
export interface MonthOfCredits {
  month: string
  credits: number
}

const WIDTH = 360
const EDGE = 20
const TOP = 64
const ROW = 26
/** Start of the bars, and their maximum end; the numbers are on the right of it. */
const BARS = { from: 96, to: WIDTH - EDGE - 64 }
const NUMBER = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/**
 * A bar chart of the credits of each month, with a line at the included credits.
 *
 * @param pool credits a month that the seats include; undefined when unknown
 */
export function creditsPicture(
  months: readonly MonthOfCredits[],
  pool: number | undefined,
): string {
  const bottom = TOP + months.length * ROW
  const maximum = Math.max(1, pool ?? 0, ...months.map(({ credits }) => credits))
  const y = scaleBand(months.keys(), [TOP, bottom]).padding(0.3)
  const x = scaleLinear([0, maximum], [BARS.from, BARS.to])
  const included =
    pool === undefined ? '' : ` The line marks ${NUMBER.format(pool)} included credits.`
  const description = `Credits by month: ${months
    .map(({ month, credits }) => `${monthText(month)} ${NUMBER.format(credits)}`)
    .join(', ')}.${included}`
  const subtitle =
    pool === undefined ? 'used credits' : 'used credits; the line marks the included ones'
  const about = { id: 'credits', title: 'Credits by month', description }
  return picture({ ...about, width: WIDTH, height: bottom + EDGE / 2 }, [
    svg`<text class="heading" x="${EDGE}" y="34">${about.title}</text>`,
    svg`<text class="quiet" x="${EDGE}" y="54">${subtitle}</text>`,
    ...months.flatMap(({ month, credits }, i) => {
      const top = y(i) ?? 0
      const middle = (top + y.bandwidth() / 2).toFixed(1)
      const length = Math.max(1, x(credits) - BARS.from)
      const place = svg`y="${middle}" dy=".35em" text-anchor="end"`
      const size = svg`width="${length.toFixed(1)}" height="${y.bandwidth().toFixed(1)}"`
      return [
        svg`<text x="${BARS.from - 8}" ${place}>${monthText(month)}</text>`,
        svg`<rect class="main" x="${BARS.from}" y="${top.toFixed(1)}" ${size} rx="2"/>`,
        svg`<text class="quiet" x="${WIDTH - EDGE}" ${place}>${NUMBER.format(credits)}</text>`,
      ]
    }),
    ...(pool === undefined
      ? []
      : [svg`<path class="second" d="M${x(pool).toFixed(1)},${TOP}V${bottom}"/>`]),
  ])
}
