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
  it('draws 7-day means from left to right', () => {
    const points = pointsIn(trendIn(usagePicture(history(30, (i) => i))))
    expect(points).toHaveLength(30)
    for (const [i, [x = 0, y = 0]] of points.entries()) {
      const [before = -1, above = 1_000] = points[i - 1] ?? []
      expect(x).toBeGreaterThan(before)
      expect(y).toBeLessThan(above)
    }
  })

  it('describes the first and the last values', () => {
    expect(usagePicture(history(30, () => 40))).toContain(
      'From 1 Jan 2026 to 30 Jan 2026, means of 7 days: active people: ' +
        '40 on the first day, 40 on the last day; engaged people: ' +
        '2 on the first day, 2 on the last day.',
    )
  })

  it('draws at most the last 182 days', () => {
    expect(pointsIn(trendIn(usagePicture(history(1_000, () => 3))))).toHaveLength(182)
  })

  it('ignores days without a number and invalid dates', () => {
    const malformed = [...history(3, (i) => (i === 1 ? 'many' : 4)), { date: 'someday' }]
    expect(usagePicture(malformed)).toContain(
      'active people: 4 on the first day, 4 on the last day',
    )
    expect(usagePicture([{ date: '2026-01-01' }])).toContain('numbers of people are unknown')
  })

  it('describes an empty history', () => {
    expect(usagePicture([])).toContain('No usage is stored yet.')
    expect(usagePicture([{ date: '<script>' }])).not.toContain('<script>')
  })

  it('returns the same chart for the same history', () => {
    expect(usagePicture(history(300, (i) => i % 9))).toBe(usagePicture(history(300, (i) => i % 9)))
  })
})
