import { svg, type Html } from '@landscape/views/html'
import { colourOf } from '@landscape/views/ring-chip'
import { shortened } from '@landscape/views/text'
import { arc, pointRadial } from 'd3-shape'
import { blipShape, numberIn } from './blip-shape.ts'
import type { DrawnRadar } from './drawn-radar.ts'
import { entryName, linkTo } from './entry-link.ts'
import type { Blip, PositionedBlips, Sector } from './position-blips.ts'

/** Space in pixels around a quadrant, for the names on its axis. */
const MARGIN = 9
const sectorPath = arc<Sector>().digits(1)

/** The complete disc around the origin, with the names of rings and quadrants. */
export function disc(radar: DrawnRadar, positioned: PositionedBlips, radius: number): Html {
  const axes = positioned.sectors.filter(({ ring, quadrant }) => ring === 0 && quadrant % 2 === 0)
  const names = axes.map(({ startAngle }) => ringNames(radar, positioned.sectors, startAngle))
  return svg`${bandsAndBlips(radar, positioned)}${names}${quadrantNames(radar, radius)}`
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
  const part = {
    sectors: sectors.filter((sector) => sector.quadrant === quadrant),
    blips: blips.filter((blip) => blip.quadrant === quadrant),
    size,
  }
  const { startAngle = 0, endAngle = 0 } = part.sectors[0] ?? {}
  const view = boxOf(part.sectors)
  const scale = Math.min(width / view.width, height / view.height)
  const scaled = { width: Math.round(scale * view.width), height: Math.round(scale * view.height) }
  const names = ringNames(radar, part.sectors, quadrant % 2 === 0 ? startAngle : endAngle)
  const box = svg`x="${x}" y="${y}" width="${scaled.width}" height="${scaled.height}"`
  const viewBox = [view.x, view.y, view.width, view.height].join(' ')
  return {
    markup: svg`<svg ${box} viewBox="${viewBox}">${bandsAndBlips(radar, part)}${names}</svg>`,
    height: scaled.height,
  }
}

function bandsAndBlips(radar: DrawnRadar, { sectors, blips, size }: PositionedBlips): Html {
  const bands = sectors.map((sector) => svg`<path class="band" d="${sectorPath(sector)}"/>`)
  return svg`${bands}${blips.map((blip) => blipOf(blip, radar, size))}`
}

/** A blip; the keyboard and screen readers use the equal link of the legend. */
function blipOf(blip: Blip, radar: DrawnRadar, size: number): Html {
  const { number, x, y, change } = blip
  const { fill, ink } = colourOf(blip.ring)
  const { shift, font } = numberIn(change)
  const base = Math.round((y + shift * size) * 10) / 10
  const shape = blipShape({ x, y, change, size, fill })
  const fontSize = Math.round(font * size * 10) / 10
  const look = svg`text-anchor="middle" font-size="${fontSize}" fill="${ink}"`
  const content = [
    svg`<title>${entryName(blip, radar)}</title>${shape}`,
    svg`<text x="${x}" y="${base}" dy=".35em" ${look}>${number}</text>`,
  ]
  return svg`<a ${linkTo(blip)} tabindex="-1" aria-hidden="true">${content}</a>`
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

/** Names outside the disc, each in the middle of its arc. */
function quadrantNames({ quadrants }: DrawnRadar, radius: number): Html {
  const share = (2 * Math.PI) / quadrants.length
  const names = quadrants.map((name, i) => {
    const [x, y] = pointRadial(Math.PI / 2 + (i + 0.5) * share, radius + 14)
    const anchor = x < 0 ? 'end' : 'start'
    const place = svg`x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}"`
    return svg`<text class="heading" ${place}>${shortened(name, 20)}</text>`
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
  const [x, y] = [Math.floor(Math.min(...xs)) - MARGIN, Math.floor(Math.min(...ys)) - MARGIN]
  return {
    x,
    y,
    width: Math.ceil(Math.max(...xs)) + MARGIN - x,
    height: Math.ceil(Math.max(...ys)) + MARGIN - y,
  }
}
