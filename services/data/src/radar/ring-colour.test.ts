import { describe, expect, it } from '@jest/globals'
import { rgb } from 'd3-color'
import { ringColour } from './ring-colour.ts'

/** Relative luminance and contrast, as WCAG 2 defines them. */
function luminance(text: string): number {
  const { r, g, b } = rgb(text)
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

describe('ringColour', () => {
  it('returns the stored colour if it is valid', () => {
    expect(ringColour('#008a00', 0).fill).toBe('#008a00')
    expect(ringColour('SteelBlue', 0).fill).toBe('#4682b4')
  })

  it('returns a default for an invalid colour', () => {
    for (const stored of [undefined, 'url(//elsewhere)', '"><script>', 'var(--x)', '']) {
      expect(ringColour(stored, 9).fill).toMatch(/^#[0-9a-f]{6}$/)
    }
    expect(ringColour(undefined, 0)).not.toEqual(ringColour(undefined, 1))
  })

  it('returns a readable text colour', () => {
    const greys = Array.from({ length: 256 }, (_, i) => `rgb(${i},${i},${i})`)
    for (const stored of [...greys, '#008a00', '#cb00b4', '#0069e5', '#de001a', 'red', 'yellow']) {
      const { fill, ink } = ringColour(stored, 0)
      expect(contrast(fill, ink)).toBeGreaterThanOrEqual(4.5)
    }
  })
})
