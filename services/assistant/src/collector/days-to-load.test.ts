import { describe, expect, it } from '@jest/globals'
import { daysToLoad } from './days-to-load.ts'

const now = Date.parse('2026-11-18T00:30:00Z')
const complete = (date: string) => ({ date, total_engaged_users: 0 })
const november = Array.from({ length: 17 }, (_, i) =>
  complete(`2026-11-${String(i + 1).padStart(2, '0')}`),
)

describe('daysToLoad', () => {
  it('asks for the last four days again, although they are there', () => {
    expect(daysToLoad(november, now, 10)).toEqual([
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
    ])
  })

  it('fills gaps, and days whose engaged people are not known', () => {
    const history = november
      .filter(({ date }) => date !== '2026-11-09')
      .map((day) => (day.date === '2026-11-11' ? { date: day.date } : day))
    expect(daysToLoad(history, now, 10).slice(0, 2)).toEqual(['2026-11-09', '2026-11-11'])
    expect(daysToLoad(history, now, 8)[0]).toBe('2026-11-11')
  })

  it('never asks for days of which the host has no reports', () => {
    const days = daysToLoad([], Date.parse('2025-10-12T00:00:00Z'), 100)
    expect(days).toEqual(['2025-10-10', '2025-10-11'])
    expect(daysToLoad([], now, 5_000)).toHaveLength(365)
  })
})
