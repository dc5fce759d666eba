import { color, lab } from 'd3-color'

const OTHERS = [
  '#1f7a1f',
  '#a3308f',
  '#0b57a4',
  '#b3261e',
  '#6b5b00',
  '#00696b',
  '#7a4a9e',
  '#5c5c5c',
]
/** The lightness (CIE L*) up to which white can be read on it, and from which black. */
const MIDDLE = 49.9

/** A ring's colour, as its document says where that is one, and the colour of numbers on it. */
export function ringColour(said: unknown, ring: number): { fill: string; ink: string } {
  const known = typeof said === 'string' && said.length < 50 ? color(said) : null
  const fill = (known?.formatHex() ?? OTHERS[ring % OTHERS.length]) as string
  return { fill, ink: lab(fill).l > MIDDLE ? '#000' : '#fff' }
}
