import { describe, expect, it } from '@jest/globals'
import { RING_COLOURS } from './ring-chip.ts'

type Colour = [number, number, number]
type Matrix = [Colour, Colour, Colour]

/** Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB. */
const READERS: Record<string, Matrix> = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const BLACK_AND_WHITE: Record<string, number> = { '#000': 0, '#fff': 1 }

function linear(hex: string): Colour {
  return [1, 3, 5].map((i) => {
    const part = parseInt(hex.slice(i, i + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Colour
}
const product = (row: Colour, colour: Colour) =>
  row.reduce((sum, factor, i) => sum + factor * (colour[i] ?? 0), 0)
const seenAs = (colour: Colour, matrix: Matrix) =>
  matrix.map((row) => Math.min(1, Math.max(0, product(row, colour)))) as Colour
const luminance = (colour: Colour) => product([0.2126, 0.7152, 0.0722], colour)

/** CIE 1976 L*a*b*, whose distances are those that people see. */
function lab(colour: Colour): Colour {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
  const x = f(product([0.4124, 0.3576, 0.1805], colour) / 0.9505)
  const y = f(luminance(colour))
  const z = f(product([0.0193, 0.1192, 0.9505], colour) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

describe('RING_COLOURS', () => {
  it.each(Object.entries(READERS))('differ clearly for readers with %s', (_reader, matrix) => {
    const seen = RING_COLOURS.map(({ fill }) => lab(seenAs(linear(fill), matrix)))
    const between = seen.flatMap((one, i) =>
      seen.slice(i + 1).map((other) => Math.hypot(...one.map((part, k) => part - (other[k] ?? 0)))),
    )
    expect(between).toHaveLength(28)
    expect(Math.min(...between)).toBeGreaterThan(30)
  })

  it.each(RING_COLOURS)('contrast with their text: $fill, $ink', ({ fill, ink }) => {
    const [text = 0, ground] = [BLACK_AND_WHITE[ink], luminance(linear(fill))]
    const [dark = 0, light = 0] = [text, ground].toSorted((a, b) => a - b)
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5)
  })
})
