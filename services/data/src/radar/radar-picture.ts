import { emptyPicture, picture, shortened, svg, type Html } from '@landscape/markup'
import { arc, pointRadial } from 'd3-shape'
import { positionBlips, type Blip, type PositionedBlips, type Sector } from './position-blips.ts'
import type { DrawnRadar } from './drawn-radar.ts'
import { radarLegend } from './radar-legend.ts'
import { ringColour } from './ring-colour.ts'

/** `wide`: a disc; `narrow`: its quadrants one below the other, for phones and columns. */
export type RadarLayout = 'wide' | 'narrow'

const EDGE = 20
const TITLE = 50
const WIDE = { width: 1200, radius: 340, columns: 4 }
const NARROW = { width: 400, columns: 2 }
const sectorPath = arc<Sector>().digits(1)

/** The radar as an SVG picture, with a numbered blip and a line of the legend for each entry. */
export function radarPicture(radar: DrawnRadar, layout: RadarLayout): string {
  const id = layout === 'wide' ? 'radar' : 'radar-narrow'
  const about = { id, title: radar.title, description: descriptionOf(radar) }
  if (radar.entries.length === 0) return emptyPicture(about)
  const positioned = positionBlips(radar, WIDE.radius)
  const { content, width, height } =
    layout === 'wide' ? wide(radar, positioned) : narrow(radar, positioned)
  const heading = shortened(radar.title, (width - 2 * EDGE) / 15)
  return picture({ ...about, width, height }, [
    svg`<text class="heading" x="${EDGE}" y="34">${heading}</text>`,
    ...content,
  ])
}

interface Drawn {
  content: Html[]
  width: number
  height: number
}

/** The disc above a legend for each quadrant. */
function wide(radar: DrawnRadar, positioned: PositionedBlips): Drawn {
  const { width, radius } = WIDE
  const columns = Math.min(WIDE.columns, radar.quadrants.length)
  const breadth = (width - 2 * EDGE) / columns
  const content = [
    svg`<g transform="translate(${width / 2} ${TITLE + radius})">${discOf(radar, positioned)}${ringNames(radar, positioned)}${quadrantNames(radar, radius)}</g>`,
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

/** Each quadrant above its legend. */
function narrow(radar: DrawnRadar, positioned: PositionedBlips): Drawn {
  const { width, columns } = NARROW
  const content: Html[] = []
  let y = TITLE
  for (const [quadrant] of radar.quadrants.entries()) {
    const part = {
      ...positioned,
      sectors: positioned.sectors.filter((sector) => sector.quadrant === quadrant),
      blips: positioned.blips.filter((blip) => blip.quadrant === quadrant),
    }
    if (part.blips.length > 0) {
      const box = boxOf(part.sectors)
      const breadth = width - 2 * EDGE
      const height = Math.round((breadth * box.height) / box.width)
      const view = [box.x, box.y, box.width, box.height].join(' ')
      content.push(
        svg`<svg x="${EDGE}" y="${y}" width="${breadth}" height="${height}" viewBox="${view}">${discOf(radar, part)}</svg>`,
      )
      y += height + EDGE / 2
    }
    const legend = radarLegend(radar, quadrant, { x: EDGE, y, width: width - 2 * EDGE, columns })
    content.push(legend.markup)
    y += legend.height + EDGE
  }
  return { content, width, height: y }
}

function discOf({ rings }: DrawnRadar, { sectors, blips, size }: PositionedBlips): Html {
  return svg`${sectors.map((sector) => svg`<path class="band" d="${sectorPath(sector)}"/>`)}${blips.map(
    (blip) => blipOf(blip, ringColour(rings[blip.ring]?.color, blip.ring), size),
  )}`
}

function blipOf(
  { number, title, x, y }: Blip,
  { fill, ink }: { fill: string; ink: string },
  size: number,
): Html {
  const font = Math.round(size * 9) / 10
  return svg`<g><title>${shortened(title, 200)}</title><circle class="edge" cx="${x}" cy="${y}" r="${size}" fill="${fill}"/><text x="${x}" y="${y}" dy=".35em" text-anchor="middle" font-size="${font}" fill="${ink}">${number}</text></g>`
}

/** Names on the right axis, each in the middle of its ring. */
function ringNames({ rings }: DrawnRadar, { sectors }: PositionedBlips): Html {
  const names = rings.map(({ name }, ring) => {
    const { innerRadius = 0, outerRadius = 0 } =
      sectors.find((sector) => sector.ring === ring) ?? {}
    const room = (outerRadius - innerRadius) / 11
    return svg`<text class="small strong" x="${((innerRadius + outerRadius) / 2).toFixed(1)}" dy=".35em" text-anchor="middle">${shortened(name, room)}</text>`
  })
  return svg`${names}`
}

/** Names outside the disc, each in the middle of its arc. */
function quadrantNames({ quadrants }: DrawnRadar, radius: number): Html {
  const share = (2 * Math.PI) / quadrants.length
  const names = quadrants.map((name, i) => {
    const [x, y] = pointRadial(Math.PI / 2 + (i + 0.5) * share, radius + 14)
    return svg`<text class="heading" x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${x < 0 ? 'end' : 'start'}">${shortened(name, 20)}</text>`
  })
  return svg`${names}`
}

/** The bounding box of the sectors of one quadrant. */
function boxOf(sectors: readonly Sector[]) {
  const { startAngle = 0, endAngle = 0 } = sectors[0] ?? {}
  const radius = Math.max(...sectors.map(({ outerRadius }) => outerRadius))
  const axes = [1, 2, 3, 4, 5].map((i) => (i * Math.PI) / 2)
  const angles = [
    startAngle,
    endAngle,
    ...axes.filter((axis) => axis > startAngle && axis < endAngle),
  ]
  const points = [[0, 0] as const, ...angles.map((angle) => pointRadial(angle, radius))]
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [x, y] = [Math.floor(Math.min(...xs)) - 1, Math.floor(Math.min(...ys)) - 1]
  return {
    x,
    y,
    width: Math.ceil(Math.max(...xs)) + 1 - x,
    height: Math.ceil(Math.max(...ys)) + 1 - y,
  }
}

/** The content of the picture in words, for screen readers. */
function descriptionOf({ quadrants, rings, entries, others }: DrawnRadar): string {
  const of = (quadrant: number, ring: number) =>
    entries.filter((entry) => entry.quadrant === quadrant && entry.ring === ring)
  const parts = quadrants.map((quadrant, q) => {
    const within = rings.flatMap(({ name }, r) => {
      const titles = of(q, r).map(({ title }) => shortened(title, 60))
      return titles.length === 0 ? [] : [`${name}: ${titles.join(', ')}.`]
    })
    return within.length === 0 ? '' : `${quadrant}. ${within.join(' ')}`
  })
  const count =
    entries.length === 0
      ? 'There is nothing on the radar yet.'
      : `${counted(entries.length)} on the radar.`
  const rest = others > 0 ? `${counted(others)} in none of its rings.` : ''
  return [count, ...parts, rest].filter((part) => part !== '').join(' ')
}

function counted(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries} entries`
}
