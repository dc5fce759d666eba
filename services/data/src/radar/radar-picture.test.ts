import { describe, expect, it } from '@jest/globals'
import { atOnce } from '@landscape/contracts/async/in-slices'
import { elementsOf, type SvgElement } from '../../test/svg-elements.ts'
import { drawnRadar } from './drawn-radar.ts'
import { radarOf } from '../timeline/radar.fixture.ts'
import { radarPicture, type RadarLayout } from './radar-picture.ts'
import { radarViewFor } from '../timeline/radar-view.ts'

const LAYOUTS: RadarLayout[] = ['wide', 'narrow']
const drawn = (layout: RadarLayout, radar = radarOf(161), view = {}) =>
  atOnce(radarPicture(drawnRadar(radarViewFor(radar), view), layout))
/** Links of the legend; those of the blips are hidden from screen readers. */
const isLegend = ({ name, attributes }: SvgElement) => name === 'a' && !attributes['aria-hidden']

const SINCE = Date.parse('2026-05-01')
const MOVED = {
  title: 'Moved',
  quadrants: [{ id: 'q', name: 'Languages' }],
  rings: [
    { id: 'adopt', name: 'ADOPT' },
    { id: 'hold', name: 'HOLD' },
  ],
  entries: [
    entry('Ada', ['adopt', '2020-01-01'], ['hold', '2026-05-02']),
    entry('Go', ['hold', '2020-01-01'], ['adopt', '2026-05-01']),
    entry('Zig', ['hold', '2026-06-01']),
    entry('C', ['hold', '2020-01-01']),
  ],
}

function entry(title: string, ...positions: [string, string][]) {
  const timeline = positions.map(([ringId, date]) => ({ ringId, date }))
  return { id: title, title, quadrant: 'q', timeline }
}

describe.each(LAYOUTS)('the %s radar', (layout) => {
  it('draws and lists 161 entries by number', () => {
    const elements = elementsOf(drawn(layout))
    const blips = elements.filter(({ name, parent }) => name === 'circle' && parent === 'a')
    const labels = elements.filter(({ name }) => name === 'text').map(({ text }) => text)
    expect(blips).toHaveLength(161)
    for (let number = 1; number <= 161; number++) {
      expect(labels.filter((text) => text === String(number))).toHaveLength(2)
      expect(labels).toContain(`Technology ${number - 1}`)
    }
  })

  it('draws no overlapping blips', () => {
    const blips = elementsOf(drawn(layout)).filter(
      ({ name, parent }) => name === 'circle' && parent === 'a',
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
    const names = new Set(Array.from({ length: 161 }, (_, i) => `Technology ${i}`))
    const within = others.filter(
      ({ name, parent, text }) => name === 'text' && (parent === 'svg' || names.has(text)),
    )
    expect(within.length).toBeGreaterThan(161)
    for (const { attributes } of within) {
      expect(Number(attributes['x'])).toBeLessThan(Number(svg?.attributes['width']))
      expect(Number(attributes['y'])).toBeLessThan(Number(svg?.attributes['height']))
    }
  })

  it('describes its content in title and desc', () => {
    const elements = elementsOf(drawn(layout))
    const description = elements.find(({ name }) => name === 'desc')?.text
    expect(description).toBe('161 entries on the radar.')
    expect(elements.find(({ name }) => name === 'title')?.text).toBe('Radar of 161')
  })

  it('states how many entries of which ring are not drawn', () => {
    const elements = elementsOf(drawn(layout, radarOf(1_400, 4, 4)))
    const description = elements.find(({ name }) => name === 'desc')?.text ?? ''
    expect(description).toMatch(
      /^1,400 entries on the radar\. 400 of them are not drawn: \d+ in Ring 0, \d+ in Ring 1\.$/,
    )
    const counts = description.matchAll(/(\d+) in (Ring \d)/g)
    const labels = elements.flatMap(({ name, text }) => (name === 'text' ? [text] : []))
    expect(labels).toContain('400 of 1,400 entries are not drawn:')
    let sum = 0
    for (const [line, count] of counts) {
      expect(labels).toContain(line)
      sum += Number(count)
    }
    expect(sum).toBe(400)
    const lowest = elements.filter(({ name, parent }) => name === 'text' && parent !== 'a')
    expect(Number(elements[0]?.attributes['height'])).toBeGreaterThan(
      Math.max(...lowest.map((one) => Number(one.attributes['y']))),
    )
  })

  it('states that entries are in none of the rings or quadrants', () => {
    const { entries, ...radar } = radarOf(3)
    const outside = [entry('Ada', ['review', '2020-01-01']), entry('Go', ['r0', '2020-01-01'])]
    const elements = elementsOf(drawn(layout, { ...radar, entries: [...entries, ...outside] }))
    expect(elements.find(({ name }) => name === 'desc')?.text).toBe(
      '3 entries on the radar. 1 entry in none of its rings. 1 entry in none of its quadrants.',
    )
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
    expect(text.length).toBeLessThan(25_000)
  })

  it('states that a radar is empty', () => {
    for (const radar of [radarOf(0), radarOf(0, 0, 0), { ...radarOf(3), rings: [] }]) {
      const labels = elementsOf(drawn(layout, radar)).map(({ text }) => text)
      expect(labels.join(' ')).toContain('There is nothing on the radar yet.')
    }
  })

  it('links each blip and each line of the legend to the technology', () => {
    const [first, ...others] = elementsOf(drawn(layout)).filter(isLegend)
    expect([first, ...others]).toHaveLength(161)
    expect(first?.attributes).toEqual({ href: '/technologies/technology-0', target: '_top' })
    const blips = elementsOf(drawn(layout)).filter(
      ({ name, attributes }) => name === 'a' && attributes['aria-hidden'] === 'true',
    )
    const hrefs = (links: readonly SvgElement[]) =>
      links.map(({ attributes }) => attributes['href'])
    expect(new Set(hrefs(blips))).toEqual(new Set(hrefs([first!, ...others])))
    expect(blips.every(({ attributes }) => attributes['tabindex'] === '-1')).toBe(true)
  })

  it('marks new and moved entries in blips and legend, and explains the shapes', () => {
    const elements = elementsOf(drawn(layout, MOVED, { since: SINCE }))
    const shapes = elements.filter(({ name }) => name === 'polygon')
    // Two of each: the blip and the line of the legend; three more explain them.
    expect(shapes).toHaveLength(3 * 2 + 3)
    const titles = elements.filter(({ name, parent }) => name === 'title' && parent === 'a')
    expect(new Set(titles.map(({ text }) => text))).toEqual(
      new Set(['Ada, HOLD, moved out', 'Go, ADOPT, moved in', 'Zig, HOLD, new', 'C, HOLD']),
    )
    const labels = elements.filter(({ name }) => name === 'text').map(({ text }) => text)
    expect(labels).toEqual(
      expect.arrayContaining([
        'Since 1 May 2026:',
        'unchanged',
        'new',
        'moved in',
        'moved out',
        'ADOPT',
      ]),
    )
    expect(elements.find(({ name }) => name === 'desc')?.text).toBe(
      '4 entries on the radar. 1 new, 1 moved in, 1 moved out.',
    )
  })

  it('draws one quadrant alone, with the names of its rings', () => {
    const elements = elementsOf(drawn(layout, radarOf(161), { quadrant: 'Q2' }))
    const labels = elements.filter(({ name }) => name === 'text').map(({ text }) => text)
    expect(labels.filter((text) => text.startsWith('Quadrant'))).toEqual(['Quadrant 2'])
    expect(labels).toContain('Radar of 161: Quadrant 2')
    for (const ring of [0, 1, 2, 3]) expect(labels).toContain(`Ring ${ring}`)
    expect(elements.filter(({ name }) => name === 'path')).toHaveLength(4)
  })

  it.each([1, 2, 3, 4, 5, 7])('names the rings at each of %d quadrants', (quadrants) => {
    const elements = elementsOf(drawn(layout, radarOf(100, quadrants)))
    const names = elements.filter(
      ({ text, attributes }) => text === 'Ring 0' && attributes['class']?.includes('halo'),
    )
    expect(names).toHaveLength(layout === 'narrow' ? quadrants : Math.ceil(quadrants / 2))
  })

  it('is deterministic', () => {
    expect(drawn(layout)).toBe(drawn(layout))
  })
})

describe('the disc without a legend', () => {
  it.each([1, 2, 3, 4, 5, 6, 8])(
    'draws the names of %d quadrants within its height, each in a link to its page',
    (quadrants) => {
      const elements = elementsOf(drawn('disc', radarOf(60, quadrants)))
      const middle = Number(elements[0]?.attributes['height']) / 2
      const names = elements.filter(({ text }) => /^Quadrant \d$/.test(text))
      expect(names).toHaveLength(quadrants)
      for (const { parent, attributes } of names) {
        const y = Number(attributes['y'])
        expect(parent).toBe('a')
        expect([y - 15 > -middle, y < middle]).toEqual([true, true])
      }
      const links = elements.flatMap(({ name, attributes: { href } }) =>
        name === 'a' && href?.startsWith('/radar') ? [href] : [],
      )
      expect(links[0]).toBe('/radar?quadrant=q0')
      expect(links).toHaveLength(quadrants)
    },
  )

  it('draws one quadrant alone, without its name', () => {
    const elements = elementsOf(drawn('disc', radarOf(161), { quadrant: 'Q2' }))
    const labels = elements.filter(({ name }) => name === 'text').map(({ text }) => text)
    expect(labels.some((text) => text.includes('Quadrant'))).toBe(false)
    expect(elements.filter(({ name }) => name === 'path')).toHaveLength(4)
  })
})
