import { describe, expect, it } from '@jest/globals'
import { elementsOf } from '../../test/svg-elements.ts'
import { drawnRadar } from './drawn-radar.ts'
import { radarOf } from './radar.fixture.ts'
import { radarPicture, type RadarLayout } from './radar-picture.ts'

const LAYOUTS: RadarLayout[] = ['wide', 'narrow']
const drawn = (layout: RadarLayout, radar = radarOf(161)) => radarPicture(drawnRadar(radar), layout)

describe.each(LAYOUTS)('the %s radar', (layout) => {
  it('draws and lists 161 entries by number', () => {
    const elements = elementsOf(drawn(layout))
    const blips = elements.filter(({ name, parent }) => name === 'circle' && parent === 'g')
    const labels = elements.filter(({ name }) => name === 'text').map(({ text }) => text)
    expect(blips).toHaveLength(161)
    for (let number = 1; number <= 161; number++) {
      expect(labels.filter((text) => text === String(number))).toHaveLength(2)
      expect(labels).toContain(`Technology ${number - 1}`)
    }
  })

  it('draws no overlapping blips', () => {
    const blips = elementsOf(drawn(layout)).filter(
      ({ name, parent }) => name === 'circle' && parent === 'g',
    )
    const at = blips.map(({ attributes: { cx, cy, r } }) => [cx, cy, r].map(Number))
    const gaps = at.flatMap(([x = 0, y = 0, r = 0], i) =>
      at.slice(i + 1).map(([x2 = 0, y2 = 0, r2 = 0]) => Math.hypot(x - x2, y - y2) - r - r2),
    )
    expect(gaps).toHaveLength((161 * 160) / 2)
    expect(Math.min(...gaps)).toBeGreaterThan(0)
  })

  it('draws all text within its bounds', () => {
    const [svg, ...others] = elementsOf(drawn(layout))
    const within = others.filter(({ name, parent }) => name === 'text' && parent === 'svg')
    expect(within.length).toBeGreaterThan(300)
    for (const { attributes } of within) {
      expect(Number(attributes['x'])).toBeLessThan(Number(svg?.attributes['width']))
      expect(Number(attributes['y'])).toBeLessThan(Number(svg?.attributes['height']))
    }
  })

  it('describes its content in title and desc', () => {
    const elements = elementsOf(drawn(layout))
    const description = elements.find(({ name }) => name === 'desc')?.text
    expect(description).toContain('161 entries on the radar. Quadrant 0. Ring 0: Technology 0, ')
    expect(elements.find(({ name }) => name === 'title')?.text).toBe('Radar of 161')
  })

  it('escapes and shortens names', () => {
    const evil = `<script>alert("1")</script>\u{0}`
    const names = [evil, 'x'.repeat(500), 'رادار التقنية', '技術'.repeat(300)]
    const radar = {
      title: names.join(' '),
      quadrants: names.map((name, i) => ({ id: `q${i}`, name })),
      rings: names.map((name, i) => ({ id: `r${i}`, name, color: `"/>${evil}` })),
      entries: names.map((title, i) => ({
        id: title,
        title,
        quadrant: `q${i}`,
        timeline: [{ ringId: `r${i}` }],
      })),
    }
    const text = drawn(layout, radar)
    const elements = elementsOf(text)
    expect(elements.filter(({ name }) => name === 'script')).toEqual([])
    expect(elements.some(({ name, text: own }) => name === 'text' && own === names[2])).toBe(true)
    expect(text.length).toBeLessThan(20_000)
  })

  it('states that a radar is empty', () => {
    for (const radar of [radarOf(0), radarOf(0, 0, 0), { ...radarOf(3), rings: [] }]) {
      const labels = elementsOf(drawn(layout, radar)).map(({ text }) => text)
      expect(labels.join(' ')).toContain('There is nothing on the radar yet.')
    }
  })

  it('is deterministic', () => {
    expect(drawn(layout)).toBe(drawn(layout))
  })
})
