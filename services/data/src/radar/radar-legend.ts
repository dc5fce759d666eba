import { svg, type Html } from '@landscape/views/html'
import { colourOf } from '@landscape/views/ring-chip'
import { shortened } from '@landscape/views/text'
import { blipShape } from './blip-shape.ts'
import type { DrawnEntry, DrawnRadar } from './drawn-radar.ts'
import { entryName, linkAttributes } from './entry-link.ts'

/** A line of a legend: the name of a ring, or the number and title of an entry. */
type Line = { ring: number } | DrawnEntry

/** Position and width of a legend, in pixels. */
interface LegendBox {
  x: number
  y: number
  width: number
  columns: number
}

const LINE = 17
const HEADING = 30
const INDENT = 28
const FONT = 13
/** Width of the mark of a changed entry. */
const MARK = 15

/** The entries of a quadrant by ring, in columns under its name, with the height in pixels. */
export function radarLegend(
  radar: DrawnRadar,
  quadrant: number,
  { x, y, width, columns }: LegendBox,
): { markup: Html; height: number } {
  const lines = linesOf(radar, quadrant)
  const perColumn = Math.ceil(lines.length / columns)
  const breadth = width / columns
  const name = shortened(radar.quadrants[quadrant] ?? '', width / (FONT + 2))
  return {
    markup: svg`<text class="heading" x="${x}" y="${y + 15}">${name}</text>${lines.map((line, i) =>
      drawn(line, radar, {
        x: x + Math.floor(i / perColumn) * breadth,
        y: y + HEADING + (i % perColumn) * LINE + 12,
        width: breadth - 8,
      }),
    )}`,
    height: HEADING + perColumn * LINE,
  }
}

function linesOf({ entries, rings }: DrawnRadar, quadrant: number): Line[] {
  const ofQuadrant = entries.filter((entry) => entry.quadrant === quadrant)
  return rings.flatMap((_, ring) => {
    const within = ofQuadrant.filter((entry) => entry.ring === ring)
    return within.length === 0 ? [] : [{ ring }, ...within]
  })
}

function drawn(
  line: Line,
  radar: DrawnRadar,
  { x, y, width }: { x: number; y: number; width: number },
): Html {
  if (!('title' in line)) {
    const name = radar.rings[line.ring] ?? ''
    const room = (width - INDENT) / FONT
    const { fill } = colourOf(line.ring)
    const dot = svg`<circle class="edge" cx="${x + 6}" cy="${y - 4}" r="5" fill="${fill}"/>`
    return svg`${dot}<text class="strong" x="${x + 16}" y="${y}">${shortened(name, room)}</text>`
  }
  const { number, change } = line
  const left = x + INDENT + (change === undefined ? 0 : MARK)
  const mark = change && blipShape({ x: left - 9, y: y - 4, change, size: 4 })
  const title = shortened(line.title, (x + width - left) / FONT)
  const content = [
    svg`<title>${entryName(line, radar)}</title>`,
    svg`<text class="quiet" x="${x + INDENT - 6}" y="${y}" text-anchor="end">${number}</text>`,
    svg`${mark}<text x="${left}" y="${y}">${title}</text>`,
  ]
  return svg`<a ${linkAttributes(line)}>${content}</a>`
}
