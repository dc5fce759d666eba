import { svg, type Html } from '@landscape/views/html'

/** Edges of the lines of a picture. */
interface Plot {
  left: number
  right: number
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })

/** A horizontal line across the plot, with its number of people before it. */
export function levelAt(people: string, y: number, { left, right }: Plot): Html {
  const height = y.toFixed(1)
  const place = svg`x="${left - 8}" y="${height}" dy=".35em" text-anchor="end"`
  return svg`<path class="line" d="M${left},${height}H${right}"/>
    <text class="quiet" ${place}>${people}</text>`
}

/** The name of a month below the plot. */
export function monthAt(date: Date, x: number, y: number): Html {
  const place = svg`x="${x.toFixed(1)}" y="${y}" text-anchor="middle"`
  return svg`<text class="quiet" ${place}>${MONTH.format(date)}</text>`
}
