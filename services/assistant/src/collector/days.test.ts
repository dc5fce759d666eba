import { describe, expect, it } from '@jest/globals'
import { daysToLoad, settle } from './days.ts'

const now = Date.parse('2026-11-18T00:30:00Z')
const dates = Array.from({ length: 17 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`)
const november = dates.map((date) => ({ date }))
const settled = Object.fromEntries(dates.map((date) => [date, 'loaded' as const]))

describe('daysToLoad', () => {
  it('requests the last four days again, newest first', () => {
    expect(daysToLoad(november, settled, now, 10)).toEqual([
      '2026-11-17',
      '2026-11-16',
      '2026-11-15',
      '2026-11-14',
    ])
  })

  it('requests days that were not loaded completely or were removed', () => {
    const history = november.filter(({ date }) => date !== '2026-11-09')
    const { '2026-11-11': _, ...others } = settled
    expect(daysToLoad(history, others, now, 10).slice(4)).toEqual(['2026-11-11', '2026-11-09'])
    expect(daysToLoad(history, others, now, 8).at(-1)).toBe('2026-11-11')
  })

  it('does not request settled days without a report again', () => {
    const history = november.filter(({ date }) => date !== '2026-11-09')
    const known = { ...settled, '2026-11-09': 'empty' as const, '2026-11-15': 'empty' as const }
    expect(daysToLoad(history, known, now, 10).at(-1)).toBe('2026-11-14')
    expect(daysToLoad(history, known, now, 10)).toContain('2026-11-15')
  })

  it('requests days that were stored with people but without activity', () => {
    const people = { total_engaged_users: 3 }
    const history = november.map((day) => {
      if (day.date === '2026-11-09') return { ...day, ...people }
      return day.date === '2026-11-10' ? { ...day, ...people, activity: { people: 3 } } : day
    })
    expect(daysToLoad(history, settled, now, 10).slice(4)).toEqual(['2026-11-09'])
  })

  it('requests no days outside the reports of the host', () => {
    const days = daysToLoad([], {}, Date.parse('2025-10-12T00:00:00Z'), 100)
    expect(days).toEqual(['2025-10-11', '2025-10-10'])
    expect(daysToLoad([], {}, now, 5_000)).toHaveLength(365)
  })
})

describe('settle', () => {
  it('adds settled days and removes old ones', () => {
    const known = { '2025-11-17': 'loaded', '2025-11-18': 'empty' } as const
    const loaded = { '2026-11-14': 'loaded', '2026-11-13': 'loaded' } as const
    expect(settle(known, loaded, now)).toEqual({ '2025-11-18': 'empty', '2026-11-13': 'loaded' })
  })
})
