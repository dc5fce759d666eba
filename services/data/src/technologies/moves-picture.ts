import type { Move, Named } from '../timeline/reply.ts'
import { dateText } from '@landscape/views/text'
import { svg, type Html } from '@landscape/views/html'
import { picture } from '@landscape/views/picture'

interface Size {
  /** Unique among the pictures of a page. */
  id: string
  /** In pixels. */
  width: number
}

const BAND = 36
const LEFT = 96
const RIGHT = 24
const TOP = 8
const AXIS = 30
/** Minimum distance of two labels on the time axis in pixels. */
const LABEL_DISTANCE = 74
const SHORT_DATE = new Intl.DateTimeFormat('en-GB', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/**
 * Draws the moves of a technology as an SVG: each ring is a band, and time runs from left to right
 * until today.
 *
 * @param moves the newest first; at least one
 * @param rings in the order of the bands, from the top; other rings are not drawn
 * @param today in milliseconds since the epoch
 */
export function movesPicture(
  name: string,
  { moves, rings, today }: { moves: readonly Move[]; rings: readonly Named[]; today: number },
  { id, width }: Size,
): string {
  const bands = rings.filter((ring) => moves.some(({ from, to }) => [from, to].some(isRing(ring))))
  const points = moves.toReversed().flatMap(({ to, date }) => {
    const band = bands.findIndex((ring) => isRing(ring)(to))
    return band === -1 ? [] : [{ band, at: Date.parse(date) }]
  })
  const start = points[0]?.at ?? today
  const end = Math.max(today, ...points.map(({ at }) => at), start + 1)
  const x = (at: number) =>
    Math.round(LEFT + 12 + ((at - start) / (end - start)) * (width - LEFT - RIGHT - 24))
  const y = (band: number) => TOP + band * BAND + BAND / 2
  const height = TOP + bands.length * BAND + AXIS
  const path = points.map(({ band, at }, i) =>
    i === 0 ? `M${x(at)} ${y(band)}` : `H${x(at)}V${y(band)}`,
  )
  return picture(
    {
      id,
      title: `Moves of ${name}`,
      description: moves
        .toReversed()
        .map((move) => sentenceOf(move, rings))
        .join('. '),
      width,
      height,
    },
    [
      ...bands.map((ring, band) => bandOf(ring, { top: TOP + band * BAND, width })),
      svg`<path class="trend" d="${path.join('')}H${x(end)}"/>`,
      ...points.map(
        ({ band, at }) => svg`<circle class="main" cx="${x(at)}" cy="${y(band)}" r="5"/>`,
      ),
      ...labelsOf(
        points.map(({ at }) => at),
        x,
        { y: height - 10, right: width - RIGHT / 2 },
      ),
    ],
  )
}

function bandOf({ name }: Named, { top, width }: { top: number; width: number }): Html {
  const size = svg`width="${width - LEFT - RIGHT / 2}" height="${BAND}"`
  const band = svg`<rect class="band" x="${LEFT}" y="${top}" ${size}/>`
  return svg`${band}<text x="${LEFT - 10}" y="${top + BAND / 2 + 4}" text-anchor="end">${name}</text>`
}

/** The months of the moves: the first and the last, and those between with enough room. */
function labelsOf(
  instants: readonly number[],
  x: (at: number) => number,
  { y, right }: { y: number; right: number },
): Html[] {
  const shown: number[] = []
  const last = instants.at(-1)
  for (const at of [last, instants[0], ...instants]) {
    if (at === undefined) continue
    if (shown.every((other) => Math.abs(x(other) - x(at)) >= LABEL_DISTANCE)) shown.push(at)
  }
  return shown.map((at) => {
    const place = svg`x="${x(at)}" y="${y}" text-anchor="${anchorOf(x(at), right)}"`
    return svg`<text class="small quiet" ${place}>${SHORT_DATE.format(at)}</text>`
  })
}

/** Labels near an edge extend into the picture. */
function anchorOf(x: number, right: number): 'start' | 'middle' | 'end' {
  if (x < LEFT + LABEL_DISTANCE / 2) return 'start'
  return x > right - LABEL_DISTANCE / 2 ? 'end' : 'middle'
}

/** Returns a move as a sentence without a full stop. */
export function sentenceOf({ from, to, date }: Move, rings: readonly Named[]): string {
  return from === null
    ? `${dateText(date)}: added in ${nameOf(to, rings)}`
    : `${dateText(date)}: moved from ${nameOf(from, rings)} to ${nameOf(to, rings)}`
}

/** Returns a review as a sentence without a full stop. */
export function reviewSentence(
  { ring, date }: { ring: string; date: string },
  rings: readonly Named[],
): string {
  return `${dateText(date)}: reviewed, stays in ${nameOf(ring, rings)}`
}

/** The name of a ring; an unknown one is shown by its id. */
export function nameOf(id: string, rings: readonly Named[]): string {
  return rings.find((ring) => isRing(ring)(id))?.name ?? id
}

function isRing({ id }: Named): (other: string | null) => boolean {
  return (other) => other?.toLowerCase() === id.toLowerCase()
}
