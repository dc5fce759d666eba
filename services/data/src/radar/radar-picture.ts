import { countText, shortened } from '@landscape/views/text'
import { svg, type Html } from '@landscape/views/html'
import { emptyPicture, picture } from '@landscape/views/picture'
import { CHANGE_NAMES, shapeKey } from './blip-shape.ts'
import type { DrawnRadar } from './drawn-radar.ts'
import { positionBlips, type PositionedBlips } from './position-blips.ts'
import { CORNERS, disc, quadrantDisc } from './radar-disc.ts'
import { radarLegend } from './radar-legend.ts'
import type { RingChange } from '../timeline/ring-changes.ts'

/**
 * `wide`: a disc; `narrow`: its quadrants one below the other, for phones and columns; `disc`: without a legend, for a
 * page that lists the entries.
 */
export type RadarLayout = 'wide' | 'narrow' | 'disc'

const EDGE = 20
const TITLE = 50
const LINE = 18
const WIDE = { width: 1200, radius: 340, columns: 4, quadrant: 660 }
const NARROW = { width: 400, columns: 2 }
/** Space around a disc: alone, for lines above and below it, and for names next to it. */
const DISC = { margin: 12, line: 30, names: 160 }

/**
 * The radar as an SVG picture, with a numbered blip and a line of the legend for each entry. Both link to the
 * page of the technology. A generator, so that `inSlices` can serve requests in the meantime.
 */
export function* radarPicture(radar: DrawnRadar, layout: RadarLayout): Generator<void, string> {
  const id = layout === 'wide' || layout === 'disc' ? 'radar' : 'radar-narrow'
  const quadrant = radar.only === undefined ? undefined : radar.quadrants[radar.only]
  const title = quadrant === undefined ? radar.title : `${radar.title}: ${quadrant}`
  const about = { id, title, description: descriptionOf(radar) }
  if (radar.entries.length === 0) return emptyPicture(about)
  const positioned = yield* positionBlips(radar, WIDE.radius)
  const { content, width, height } = LAYOUTS[layout](radar, positioned)
  const heading = shortened(title, (width - 2 * EDGE) / 15)
  const omitted = omittedLines(radar)
  const shift = omitted.length * LINE
  const isAlone = layout === 'disc'
  const top = isAlone ? LINE : TITLE + 6
  return picture({ ...about, width, height: height + shift, hasLinks: true }, [
    ...(isAlone ? [] : [svg`<text class="heading" x="${EDGE}" y="34">${heading}</text>`]),
    ...omitted.map((line, i) => svg`<text x="${EDGE}" y="${top + i * LINE}">${line}</text>`),
    ...(shift === 0 ? content : [svg`<g transform="translate(0 ${shift})">${content}</g>`]),
  ])
}

/** Maximum number of rings whose omitted entries are counted separately. */
const MAX_RINGS = 8

/** The number of entries that are not drawn, by ring. */
function omittedByRing({ omitted }: DrawnRadar): string[] {
  const others = sumOf(omitted.slice(MAX_RINGS))
  return [
    ...omitted
      .slice(0, MAX_RINGS)
      .map(({ ring, count }) => `${count.toLocaleString('en-GB')} in ${shortened(ring, 25)}`),
    ...(others === 0 ? [] : [`${others.toLocaleString('en-GB')} in other rings`]),
  ]
}

function omittedLines(radar: DrawnRadar): string[] {
  const count = sumOf(radar.omitted)
  if (count === 0) return []
  const total = countText(radar.total, 'entry', 'entries')
  return [`${count.toLocaleString('en-GB')} of ${total} are not drawn:`, ...omittedByRing(radar)]
}

function sumOf(omitted: DrawnRadar['omitted']): number {
  return omitted.reduce((sum, { count }) => sum + count, 0)
}

interface Drawn {
  content: Html[]
  width: number
  height: number
}

const LAYOUTS: Readonly<
  Record<RadarLayout, (radar: DrawnRadar, positioned: PositionedBlips) => Drawn>
> = {
  wide: (radar, positioned) =>
    radar.only === undefined
      ? wide(radar, positioned)
      : wideQuadrant(radar, positioned, radar.only),
  narrow,
  disc: (radar, positioned) =>
    radar.only === undefined
      ? discAlone(radar, positioned)
      : quadrantAlone(radar, positioned, radar.only),
}

/** The disc without a legend: a square when the names of quadrants are in its corners. */
function discAlone(radar: DrawnRadar, positioned: PositionedBlips): Drawn {
  const { radius } = WIDE
  const isSquare = radar.quadrants.length === CORNERS
  const height = 2 * (radius + (isSquare ? DISC.margin : DISC.line))
  const width = isSquare ? height : height + 2 * DISC.names
  const centre = svg`transform="translate(${width / 2} ${height / 2})"`
  const drawn = disc(radar, positioned, { radius, isLinked: true })
  return { content: [svg`<g ${centre}>${drawn}</g>`], width, height }
}

function quadrantAlone(radar: DrawnRadar, positioned: PositionedBlips, quadrant: number): Drawn {
  const size = WIDE.quadrant
  const box = { x: DISC.margin, y: DISC.margin, width: size, height: size }
  const { markup, height } = quadrantDisc(radar, positioned, quadrant, box)
  return { content: [markup], width: size + 2 * DISC.margin, height: height + 2 * DISC.margin }
}

/** The disc above a legend for each quadrant. */
function wide(radar: DrawnRadar, positioned: PositionedBlips): Drawn {
  const { width, radius } = WIDE
  const columns = Math.min(WIDE.columns, radar.quadrants.length)
  const breadth = (width - 2 * EDGE) / columns
  const content = [
    svg`<g transform="translate(${width / 2} ${TITLE + radius})">${disc(radar, positioned, { radius })}</g>`,
    keyOf(radar, { x: EDGE, y: TITLE, isRow: false }).markup,
  ]
  let y = TITLE + 2 * radius + EDGE
  for (let first = 0; first < radar.quadrants.length; first += columns) {
    const row = radar.quadrants.slice(first, first + columns).map((_, i) => {
      const box = { x: EDGE + i * breadth, y, width: breadth - EDGE, columns: 1 }
      return radarLegend(radar, first + i, box)
    })
    content.push(...row.map(({ markup }) => markup))
    y += Math.max(...row.map(({ height }) => height)) + EDGE
  }
  return { content, width, height: y }
}

/** One quadrant with its legend next to it. */
function wideQuadrant(radar: DrawnRadar, positioned: PositionedBlips, quadrant: number): Drawn {
  const { width, quadrant: size } = WIDE
  const drawn = quadrantDisc(radar, positioned, quadrant, {
    x: EDGE,
    y: TITLE,
    width: size,
    height: size,
  })
  const x = size + 3 * EDGE
  const key = keyOf(radar, { x, y: TITLE, isRow: true })
  const y = TITLE + key.height
  const legend = radarLegend(radar, quadrant, { x, y, width: width - x - EDGE, columns: 2 })
  const height = Math.max(TITLE + drawn.height, y + legend.height) + EDGE
  return { content: [drawn.markup, key.markup, legend.markup], width, height }
}

/** Each quadrant above its legend. */
function narrow(radar: DrawnRadar, positioned: PositionedBlips): Drawn {
  const { width, columns } = NARROW
  const breadth = width - 2 * EDGE
  const key = keyOf(radar, { x: EDGE, y: TITLE, isRow: true })
  const content: Html[] = [key.markup]
  let y = TITLE + key.height
  for (const [quadrant] of radar.quadrants.entries()) {
    if (radar.only !== undefined && radar.only !== quadrant) continue
    if (positioned.blips.some((blip) => blip.quadrant === quadrant)) {
      const box = { x: EDGE, y, width: breadth, height: Infinity }
      const drawn = quadrantDisc(radar, positioned, quadrant, box)
      content.push(drawn.markup)
      y += drawn.height + EDGE / 2
    }
    const legend = radarLegend(radar, quadrant, { x: EDGE, y, width: breadth, columns })
    content.push(legend.markup)
    y += legend.height + EDGE
  }
  return { content, width, height: y }
}

function keyOf({ since }: DrawnRadar, box: Parameters<typeof shapeKey>[1]) {
  return since === undefined ? { markup: svg``, height: 0 } : shapeKey(since, box)
}

/** The numbers of entries and changes, for screen readers; the legend names them. */
function descriptionOf(radar: DrawnRadar): string {
  const { total, omitted, withoutRing, withoutQuadrant } = radar
  const changes = (['new', 'in', 'out'] satisfies RingChange[]).flatMap((change) => {
    const count = radar.changes[change]
    return count === 0 ? [] : [`${count} ${CHANGE_NAMES[change]}`]
  })
  const sentences = [
    totalText(radar),
    total > 0 &&
      omitted.length > 0 &&
      `${sumOf(omitted).toLocaleString('en-GB')} of them are not drawn: ${omittedByRing(radar).join(', ')}.`,
    withoutRing > 0 && `${countText(withoutRing, 'entry', 'entries')} in none of its rings.`,
    withoutQuadrant > 0 &&
      `${countText(withoutQuadrant, 'entry', 'entries')} in none of its quadrants.`,
    changes.length > 0 && `${changes.join(', ')}.`,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

function totalText({ total, isFiltered }: DrawnRadar): string {
  const count = countText(total, 'entry', 'entries')
  if (isFiltered) {
    return total === 0
      ? 'No entry in a ring passes the filter.'
      : `${count} ${total === 1 ? 'passes' : 'pass'} the filter.`
  }
  return total === 0 ? 'There is nothing on the radar yet.' : `${count} on the radar.`
}
