import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { dateText } from '@landscape/views/text'
import { svg } from '@landscape/views/html'
import { SURFACE_TITLES } from './page.ts'
import { picture } from '@landscape/views/picture'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import type { PeriodOfUse } from '../usage/people-by-surface.ts'
import { SURFACES, type Surface } from '@landscape/contracts/usage-shapes'
import { levelAt, monthAt } from '../organisation/people-axes.ts'
import { DAY_MS } from '../usage/calendar.ts'

const SIZE = { width: 360, height: 170 }
const PLOT = { left: 48, right: 345, top: 62, bottom: 138 }

/** One picture for each surface with a known number, all with the same scale. */
export function surfacePictures(weeks: readonly PeriodOfUse[]): string[] {
  const maximum = Math.max(1, ...weeks.flatMap(({ people }) => Object.values(people)))
  return SURFACES.filter((surface) =>
    weeks.some(({ people }) => people[surface] !== undefined),
  ).map((surface) => surfacePicture(surface, weeks, maximum))
}

interface Point {
  instant: number
  people: number | undefined
}

function surfacePicture(surface: Surface, weeks: readonly PeriodOfUse[], maximum: number): string {
  const points: Point[] = weeks.map(({ period, people }) => {
    return { instant: parseIsoInstant(period) ?? 0, people: people[surface] }
  })
  const first = points[0]?.instant ?? 0
  const last = Math.max(points.at(-1)?.instant ?? 0, first + DAY_MS)
  const x = scaleUtc([first, last], [PLOT.left, PLOT.right])
  const y = scaleLinear([0, maximum], [PLOT.bottom, PLOT.top]).nice(3)
  const trend =
    line<Point>(
      ({ instant }) => x(instant),
      ({ people }) => y(people ?? 0),
    )
      .defined(({ people }) => people !== undefined)
      .digits(1)(points) ?? ''
  const title = SURFACE_TITLES[surface]
  return picture({ id: `surface-${surface}`, title, ...SIZE, description: describe(points) }, [
    svg`<text class="heading" x="20" y="32">${title}</text>`,
    ...y
      .ticks(3)
      .filter(Number.isInteger)
      .map((people) => levelAt(String(people), y(people), PLOT)),
    ...x.ticks(6).map((date) => monthAt(date, x(date), PLOT.bottom + 20)),
    svg`<path class="trend" d="${trend}"/>`,
    ...points.flatMap(({ instant, people }) => {
      if (people === undefined) return []
      return svg`<circle class="main" cx="${x(instant).toFixed(1)}" cy="${y(people).toFixed(1)}" r="2"/>`
    }),
  ])
}

function describe(points: readonly Point[]): string {
  const known = points.flatMap(({ instant, people }) =>
    people === undefined ? [] : [{ instant, people }],
  )
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return 'No number is known.'
  const missing = points.length - known.length
  const gaps = missing > 0 ? ` Unknown weeks: ${missing}.` : ''
  return (
    `People on the busiest day of a week: ${first.people} in the week of ` +
    `${dateText(first.instant)}, ${last.people} in the week of ` +
    `${dateText(last.instant)}.${gaps}`
  )
}
