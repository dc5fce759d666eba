import { describe, expect, it } from '@jest/globals'
import { usagePicture } from './usage-picture.ts'

const history = (days: number, active: (i: number) => unknown) =>
  Array.from({ length: days }, (_, i) => ({
    date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10),
    total_active_users: active(i),
    total_engaged_users: 2,
  }))
const trendIn = (picture: string) =>
  /class="trend" d="(M[\d.]+,[\d.]+L[^"]*)"/.exec(picture)?.[1] ?? ''
const pointsIn = (path: string) =>
  [...path.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])

describe('usagePicture', () => {
  it('draws means of seven days, from left to right, more being higher', () => {
    const points = pointsIn(trendIn(usagePicture(history(30, (i) => i))))
    expect(points).toHaveLength(30)
    for (const [i, [x = 0, y = 0]] of points.entries()) {
      const [before = -1, above = 1_000] = points[i - 1] ?? []
      expect(x).toBeGreaterThan(before)
      expect(y).toBeLessThan(above)
    }
  })

  it('tells first and last figures in its description', () => {
    expect(usagePicture(history(30, () => 40))).toContain(
      'From 1 Jan 2026 to 30 Jan 2026, means of 7 days: active people: 40 at first, 40 at last; engaged people: 2 at first, 2 at last.',
    )
  })

  it('draws the last half year of many', () => {
    expect(pointsIn(trendIn(usagePicture(history(1_000, () => 3))))).toHaveLength(182)
  })

  it('leaves days without a figure out, and days that are none', () => {
    const odd = [...history(3, (i) => (i === 1 ? 'many' : 4)), { date: 'someday' }]
    expect(usagePicture(odd)).toContain('active people: 4 at first, 4 at last')
    expect(usagePicture([{ date: '2026-01-01' }])).toContain('numbers of people are not known')
  })

  it('says that nothing is stored', () => {
    expect(usagePicture([])).toContain('No usage is stored yet.')
    expect(usagePicture([{ date: '<script>' }])).not.toContain('<script>')
  })

  it('is the same every time', () => {
    expect(usagePicture(history(300, (i) => i % 9))).toBe(usagePicture(history(300, (i) => i % 9)))
  })
})
