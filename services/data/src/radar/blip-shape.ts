import { dateText } from '@landscape/views/text'
import { html, svg, type Html } from '@landscape/views/html'
import type { DrawnEntry } from './drawn-radar.ts'
import type { RingChange } from '../timeline/ring-changes.ts'

/** Radius of the circle around a shape, relative to that of the circle of an unchanged entry. */
const REACH: Readonly<Record<RingChange, number>> = { new: 1.45, in: 1.5, out: 1.5 }
const INNER_RADIUS_OF_STAR = 0.6

/** The changes of a period in words. */
export const CHANGE_NAMES: Readonly<Record<RingChange, string>> = {
  new: 'new',
  in: 'moved in',
  out: 'moved out',
}

/** Distance from the centre of a blip to its outermost point. */
export function reachOf({ change }: Pick<DrawnEntry, 'change'>, size: number): number {
  return change === undefined ? size : REACH[change] * size
}

interface Shape {
  x: number
  y: number
  change?: RingChange | undefined
  /** Radius of a circle that has the area of the shape. */
  size: number
  /** Colour; that of the text when absent. */
  fill?: string
}

/** A circle; a star for a new entry, a triangle up for one that moved in, down for one that moved out. */
export function blipShape({ x, y, change, size, fill }: Shape): Html {
  const paint = fill === undefined ? html` class="ink"` : html` class="edge" fill="${fill}"`
  if (change === undefined) return svg`<circle${paint} cx="${x}" cy="${y}" r="${size}"/>`
  const reach = reachOf({ change }, size)
  const corners = CORNERS[change].map(([angle, part]) => {
    const radians = (angle * Math.PI) / 180
    return [x + reach * part * Math.sin(radians), y - reach * part * Math.cos(radians)]
  })
  const points = corners
    .map((corner) => corner.map((value) => value.toFixed(1)).join(','))
    .join(' ')
  return svg`<polygon${paint} points="${points}"/>`
}

/** Corners by angle in degrees, clockwise from the top, and distance relative to the reach. */
const CORNERS: Readonly<Record<RingChange, readonly (readonly [number, number])[]>> = {
  new: Array.from({ length: 10 }, (_, i) => [i * 36, i % 2 === 0 ? 1 : INNER_RADIUS_OF_STAR]),
  in: [0, 120, 240].map((angle) => [angle, 1]),
  out: [60, 180, 300].map((angle) => [angle, 1]),
}

/** Vertical distance of the number from the centre, and its font size, relative to the size of the shape. */
export function numberIn(change: RingChange | undefined): { shift: number; font: number } {
  if (change === undefined) return { shift: 0, font: 0.9 }
  if (change === 'new') return { shift: 0, font: 0.8 }
  return { shift: change === 'in' ? 0.2 : -0.2, font: 0.8 }
}

const LINE = 20
/** The shapes, each with its position in a row. */
const KINDS = [
  [undefined, 0],
  ['new', 104],
  ['in', 166],
  ['out', 264],
] as const

/** The meaning of the shapes, below each other or in a row, with the height in pixels. */
export function shapeKey(
  since: number,
  { x, y, isRow }: { x: number; y: number; isRow: boolean },
): { markup: Html; height: number } {
  const items = KINDS.map(([change, offset], i) => {
    const left = isRow ? x + offset : x
    const base = y + 14 + LINE * (isRow ? 1 : 1 + i)
    const name = change === undefined ? 'unchanged' : CHANGE_NAMES[change]
    const shape = blipShape({ x: left + 6, y: base - 4, change, size: 5 })
    return svg`${shape}<text x="${left + 17}" y="${base}">${name}</text>`
  })
  return {
    markup: svg`<text class="quiet" x="${x}" y="${y + 12}">Since ${dateText(since)}:</text>${items}`,
    height: LINE * (isRow ? 2 : 1 + KINDS.length) + 14,
  }
}
