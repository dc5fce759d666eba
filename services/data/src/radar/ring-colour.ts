import { color, lab } from 'd3-color'

/** Colours of rings without a valid one. */
const DEFAULTS = [
  '#1f7a1f',
  '#a3308f',
  '#0b57a4',
  '#b3261e',
  '#6b5b00',
  '#00696b',
  '#7a4a9e',
  '#5c5c5c',
]
/** Lightness (CIE L*) above which black is more readable than white. */
const MIDDLE_LIGHTNESS = 49.9

/** The stored colour of a ring, or a default if it is invalid, and the colour of text on it. */
export function ringColour(
  stored: string | undefined,
  ring: number,
): { fill: string; ink: string } {
  const known = stored !== undefined && stored.length < 50 ? color(stored) : null
  const fill = (known?.formatHex() ?? DEFAULTS[ring % DEFAULTS.length]) as string
  return { fill, ink: lab(fill).l > MIDDLE_LIGHTNESS ? '#000' : '#fff' }
}
