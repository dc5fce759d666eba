import { elementsOf } from '@landscape/dev/page-reader'
import { describe, expect, it } from '@jest/globals'
import { movesPicture } from './moves-picture.ts'

const RINGS = ['Adopt', 'Trial', 'Hold'].map((name) => ({ id: name.toLowerCase(), name }))
const move = (from: string | null, to: string, date: string) => ({
  id: '1',
  title: 'Angular',
  quadrant: '1',
  from,
  to,
  date,
  description: '',
  directorate: { id: 0, name: 'Coast' },
})
const MOVES = [move('adopt', 'HOLD', '2024-04-15'), move(null, 'adopt', '2018-09-22')]
const TODAY = Date.parse('2026-06-01')

function drawn(name = 'Angular', moves = MOVES, rings = RINGS) {
  const size = { id: 'moves', width: 720 }
  const elements = elementsOf(movesPicture(name, { moves, rings, today: TODAY }, size))
  const textsOf = (tag: string) =>
    elements.flatMap(({ name: own, text }) => (own === tag ? [text] : []))
  return { elements, textsOf }
}

describe('movesPicture', () => {
  it('draws a band for each ring of the moves, and a circle for each move', () => {
    const { elements, textsOf } = drawn()
    expect(textsOf('text')).toEqual(
      expect.arrayContaining(['Adopt', 'Hold', 'Sept 2018', 'Apr 2024']),
    )
    expect(textsOf('text')).not.toContain('Trial')
    expect(elements.filter(({ name }) => name === 'circle')).toHaveLength(2)
  })

  it('describes the moves in sentences', () => {
    expect(drawn().textsOf('desc')).toEqual([
      '22 September 2018: added in Adopt. 15 April 2024: moved from Adopt to Hold',
    ])
  })

  it('escapes names', () => {
    const rings = [{ id: 'adopt', name: '<script>' }]
    const { elements, textsOf } = drawn('<script>', MOVES, rings)
    expect(elements.some(({ name }) => name === 'script')).toBe(false)
    expect(textsOf('title')).toEqual(['Moves of <script>'])
  })

  it('draws moves that are on one day or in the future', () => {
    const moves = [move('adopt', 'hold', '2030-01-01'), move(null, 'adopt', '2030-01-01')]
    const { elements } = drawn('Angular', moves)
    const numbers = elements.flatMap(({ attributes: { cx, cy } }) => (cx && cy ? [cx, cy] : []))
    expect(numbers.map(Number).every(Number.isFinite)).toBe(true)
    expect(numbers).toHaveLength(4)
  })
})
