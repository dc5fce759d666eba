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
