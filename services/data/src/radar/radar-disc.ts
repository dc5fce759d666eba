import { svg, type Html } from '@landscape/views/html'
import { colourOf } from '@landscape/views/ring-chip'
import { shortened } from '@landscape/views/text'
import { arc, pointRadial } from 'd3-shape'
import { blipShape, numberIn } from './blip-shape.ts'
import type { DrawnRadar } from './drawn-radar.ts'
import { entryName, linkAttributes } from './entry-link.ts'
import type { Blip, PositionedBlips, Sector } from './position-blips.ts'

/** Space in pixels around a quadrant, for the names on its axis. */
const MARGIN = 9
/** Number of quadrants whose names are in corners. */
export const CORNERS = 4
const sectorPath = arc<Sector>().digits(1)

/**
 * The complete disc around the origin, with the names of rings and quadrants.
 *
 * @param isLinked whether each quadrant is a link to the page that shows it alone
 */
export function disc(
  radar: DrawnRadar,
  positioned: PositionedBlips,
  { radius, isLinked = false }: { radius: number; isLinked?: boolean },
): Html {
  const axes = positioned.sectors.filter(({ ring, quadrant }) => ring === 0 && quadrant % 2 === 0)
  const names = axes.map(({ startAngle }) => ringNames(radar, positioned.sectors, startAngle))
  const quadrants = radar.quadrants.map((_, quadrant) => {
    const bands = bandsOf(positioned.sectors.filter((sector) => sector.quadrant === quadrant))
    const content = svg`${bands}${quadrantName(radar, quadrant, radius)}`
    const path = radar.quadrantPaths[quadrant] ?? ''
    return isLinked ? svg`<a ${linkAttributes({ path })}>${content}</a>` : content
  })
  return svg`${quadrants}${names}${blipsOf(radar, positioned)}`
}

interface QuadrantBox {
  x: number
  y: number
  /** Maximum size; the drawing keeps its proportions. */
  width: number
  height: number
}

/** One quadrant, scaled into a box, with the names of its rings; also the height that it takes. */
export function quadrantDisc(
  radar: DrawnRadar,
  { sectors, blips, size }: PositionedBlips,
  quadrant: number,
  { x, y, width, height }: QuadrantBox,
): { markup: Html; height: number } {
  const shown = {
    sectors: sectors.filter((sector) => sector.quadrant === quadrant),
    blips: blips.filter((blip) => blip.quadrant === quadrant),
    size,
  }
  const { startAngle = 0, endAngle = 0 } = shown.sectors[0] ?? {}
  const view = boxOf(shown.sectors)
  const scale = Math.min(width / view.width, height / view.height)
  const scaled = { width: Math.round(scale * view.width), height: Math.round(scale * view.height) }
  const names = ringNames(radar, shown.sectors, quadrant % 2 === 0 ? startAngle : endAngle)
  const box = svg`x="${x}" y="${y}" width="${scaled.width}" height="${scaled.height}"`
  const viewBox = [view.x, view.y, view.width, view.height].join(' ')
  return {
    markup: svg`<svg ${box} viewBox="${viewBox}">${bandsOf(shown.sectors)}${names}${blipsOf(radar, shown)}</svg>`,
    height: scaled.height,
  }
}

/** The sectors in the colours of their rings. */
function bandsOf(sectors: readonly Sector[]): Html {
  return svg`${sectors.map(
    (sector) =>
      svg`<path class="sector" fill="${colourOf(sector.ring).fill}" fill-opacity=".2" d="${sectorPath(sector)}"/>`,
  )}`
}

function blipsOf(radar: DrawnRadar, { blips, size }: PositionedBlips): Html {
  return svg`<g text-anchor="middle">${blips.map((blip) => blipOf(blip, radar, size))}</g>`
}

/** A blip; the keyboard and screen readers use the equal link of the legend. */
function blipOf(blip: Blip, radar: DrawnRadar, size: number): Html {
  const { number, x, y, change } = blip
  const { fill, ink } = colourOf(blip.ring)
  const { shift, font } = numberIn(change)
  const base = Math.round((y + shift * size) * 10) / 10
  const shape = blipShape({ x, y, change, size, fill })
  const fontSize = Math.round(font * size * 10) / 10
  const look = svg`font-size="${fontSize}" fill="${ink}"`
  const content = [
    svg`<title>${entryName(blip, radar)}</title>${shape}`,
    svg`<text x="${x}" y="${base}" dy=".35em" ${look}>${number}</text>`,
  ]
  return svg`<a ${linkAttributes(blip)} tabindex="-1" aria-hidden="true" data-n="${number}">${content}</a>`
}

/** Names along the axis at an angle, each in the middle of its ring. */
function ringNames({ rings }: DrawnRadar, sectors: readonly Sector[], angle: number): Html {
  const degrees = Math.round((angle * 180) / Math.PI - 90) % 360
  const upright = degrees > 90 && degrees <= 270 ? degrees - 180 : degrees
  const names = rings.map((name, ring) => {
    const { innerRadius = 0, outerRadius = 0 } =
      sectors.find((sector) => sector.ring === ring) ?? {}
    const [x, y] = pointRadial(angle, (innerRadius + outerRadius) / 2).map((value) =>
      (Math.round(value * 10) / 10).toString(),
    )
    const turned = upright !== 0 && svg` transform="rotate(${upright} ${x} ${y})"`
    const room = (outerRadius - innerRadius) / 11
    const place = svg`x="${x}" y="${y}" dy=".35em" text-anchor="middle"${turned}`
    return svg`<text class="small strong halo" ${place}>${shortened(name, room)}</text>`
  })
  return svg`${names}`
}

/** Four names are in the corners around the disc, others outside of the middle of their arcs. */
function quadrantName({ quadrants }: DrawnRadar, i: number, radius: number): Html {
  const middle = Math.PI / 2 + ((i + 0.5) * 2 * Math.PI) / quadrants.length
  const isCorner = quadrants.length === CORNERS
  const distance = isCorner ? Math.SQRT2 * radius : radius + 14
  const [x, y] = pointRadial(middle, distance)
  // A name in a corner ends where the square around the disc ends.
  const isAtEnd = x < 0 !== isCorner
  const base = isCorner && y < 0 ? y + 15 : y
  const place = svg`x="${x.toFixed(1)}" y="${base.toFixed(1)}" text-anchor="${isAtEnd ? 'end' : 'start'}"`
  return svg`<text class="heading" ${place}>${shortened(quadrants[i] ?? '', 17)}</text>`
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
  const [x, y] = [Math.floor(Math.min(...xs)) - MARGIN, Math.floor(Math.min(...ys)) - MARGIN]
  return {
    x,
    y,
    width: Math.ceil(Math.max(...xs)) + MARGIN - x,
    height: Math.ceil(Math.max(...ys)) + MARGIN - y,
  }
}
