import type { DayObject } from '@landscape/contracts/assistant'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { svg, type Html } from '@landscape/views/html'
import { emptyPicture, picture } from '@landscape/views/picture'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { levelAt, monthAt } from './people-axes.ts'
import { DAY_MS } from '../usage/calendar.ts'
import { ownMember } from '@landscape/contracts/json'

/** Numbers of people on one day; undefined when unknown. */
interface UsageDay {
  instant: number
  active: number | undefined
  engaged: number | undefined
}
type Metric = 'active' | 'engaged'

const SHOWN_DAYS = 182
const MEAN_DAYS = 7
const SIZE = { width: 360, height: 270 }
const PLOT = { left: 52, right: 340, top: 90, bottom: 235 }
const ABOUT = { id: 'usage', title: 'Use of the code assistant' }
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const NUMBER = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** An SVG chart of people per day over the last 182 stored days, as 7-day means. */
export function usagePicture(history: readonly DayObject[]): string {
  const days = lastDays(history)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) {
    return emptyPicture({ ...ABOUT, description: 'No usage is stored yet.' })
  }
  const maximum = Math.max(1, ...days.flatMap(({ active, engaged }) => [active ?? 0, engaged ?? 0]))
  const x = scaleUtc(
    [first.instant, Math.max(last.instant, first.instant + DAY_MS)],
    [PLOT.left, PLOT.right],
  )
  const y = scaleLinear([0, maximum], [PLOT.bottom, PLOT.top]).nice(4)
  const trendOf = (metric: Metric) =>
    line<UsageDay>(
      ({ instant }) => x(instant),
      (day) => y(day[metric] ?? 0),
    )
      .defined((day) => day[metric] !== undefined)
      .digits(1)(days) ?? ''
  return picture({ ...ABOUT, ...SIZE, description: descriptionOf(first, last) }, [
    svg`<text class="heading" x="20" y="34">${ABOUT.title}</text>`,
    svg`<text class="quiet" x="20" y="54">people per day, mean of ${MEAN_DAYS} days</text>`,
    keyTo('trend', 'active', 20),
    keyTo('second', 'engaged', 110),
    ...y.ticks(4).map((people) => levelAt(NUMBER.format(people), y(people), PLOT)),
    ...x.ticks(6).map((date) => monthAt(date, x(date), PLOT.bottom + 18)),
    svg`<path class="second" d="${trendOf('engaged')}"/><path class="trend" d="${trendOf('active')}"/>`,
  ])
}

function keyTo(kind: string, text: string, x: number): Html {
  return svg`<path class="${kind}" d="M${x},69h24"/><text x="${x + 30}" y="73">${text}</text>`
}

/** The shown days, each with the means of the week that ends on it. */
function lastDays(history: readonly DayObject[]): UsageDay[] {
  const all = history
    .flatMap((day) => {
      const instant = parseIsoInstant(day.date)
      if (instant === undefined) return []
      return [
        {
          instant,
          active: countIn(day, 'total_active_users'),
          engaged: countIn(day, 'total_engaged_users'),
        },
      ]
    })
    .toSorted((a, b) => a.instant - b.instant)
  const end = all.at(-1)?.instant ?? 0
  const recent = all.filter(({ instant }) => instant > end - (SHOWN_DAYS + MEAN_DAYS) * DAY_MS)
  return recent
    .map(({ instant }, i) => {
      const week = recent.slice(Math.max(0, i - MEAN_DAYS + 1), i + 1)
      const days = week.filter((day) => day.instant > instant - MEAN_DAYS * DAY_MS)
      return { instant, active: meanOf(days, 'active'), engaged: meanOf(days, 'engaged') }
    })
    .filter(({ instant }) => instant > end - SHOWN_DAYS * DAY_MS)
}

function countIn(day: DayObject, name: string): number | undefined {
  const count = ownMember(day, name)
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : undefined
}

function meanOf(days: readonly UsageDay[], metric: Metric): number | undefined {
  const known = days.flatMap((day) => day[metric] ?? [])
  if (known.length === 0) return undefined
  return known.reduce((sum, count) => sum + count, 0) / known.length
}

function descriptionOf(first: UsageDay, last: UsageDay): string {
  const trends = (['active', 'engaged'] as const).flatMap((metric) => {
    const [from, to] = [first[metric], last[metric]]
    if (to === undefined) return []
    const before = from === undefined ? '' : `${NUMBER.format(from)} on the first day, `
    return [`${metric} people: ${before}${NUMBER.format(to)} on the last day`]
  })
  const summary = trends.length > 0 ? trends.join('; ') : 'numbers of people are unknown'
  return (
    `From ${DATE.format(first.instant)} to ${DATE.format(last.instant)}, means of ` +
    `${MEAN_DAYS} days: ${summary}.`
  )
}
