import { OTHER_RINGS } from '@landscape/contracts/entries'
import { html, type Html } from './html.ts'

/** A ring or a quadrant. */
export interface Named {
  readonly id: string
  readonly name: string
}

/**
 * The name of a ring in its colour; positions that are not rings have none.
 *
 * @param id in any case; an unknown ring is shown by its id
 * @param rings from the innermost outwards
 */
export function ringChip(id: string, rings: readonly Named[]): Html {
  const index = rings.findIndex((ring) => ring.id.toLowerCase() === id.toLowerCase())
  const colour = isRing(id) && index >= 0 ? `ring-${index}` : ''
  return html`<span class="ring ${colour}"><bdi>${rings[index]?.name ?? id}</bdi></span>`
}

function isRing(id: string): boolean {
  return !OTHER_RINGS.some((other) => other === id.toLowerCase())
}

/**
 * Colours of rings from the innermost outwards, and of text on them. They differ for readers with any kind of
 * colour blindness, which stored colours often do not: the usual green and red have the same lightness.
 */
export const RING_COLOURS: readonly { fill: string; ink: string }[] = [
  { fill: '#28c394', ink: '#000' },
  { fill: '#3145a9', ink: '#fff' },
  { fill: '#f5c242', ink: '#000' },
  { fill: '#ae1516', ink: '#fff' },
  { fill: '#c8d6ff', ink: '#000' },
  { fill: '#681a31', ink: '#fff' },
  { fill: '#0e0037', ink: '#fff' },
  { fill: '#9476ad', ink: '#000' },
]

/** The colours of a ring by its index. */
export function colourOf(ring: number): { fill: string; ink: string } {
  return RING_COLOURS[ring % RING_COLOURS.length] as { fill: string; ink: string }
}
