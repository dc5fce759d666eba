import { describe, expect, it } from '@jest/globals'
import { ageInDays, newestDay } from './newest-day.ts'

describe('newestDay', () => {
  it('returns the newest day and its active people, in any order', () => {
    const days = [
      { date: '2026-11-19', total_active_users: 31 },
      { date: '2026-11-21', total_active_users: 42 },
      { date: '2026-11-20', total_active_users: 50 },
    ]
    expect(newestDay(days)).toEqual({ instant: Date.UTC(2026, 10, 21), activePeople: 42 })
  })

  it("counts the people of the host's rows", () => {
    const row = { day: '2026-11-21', daily_active_users: 7 }
    expect(newestDay([{ date: '2026-11-20', total_active_users: 3 }, row])?.activePeople).toBe(7)
  })

  it('returns no people when their number is unknown', () => {
    for (const people of [undefined, null, 'many', -1]) {
      const day = { date: '2026-11-21', total_active_users: people }
      expect(newestDay([day])).toEqual({
        instant: Date.UTC(2026, 10, 21),
        activePeople: undefined,
      })
    }
  })

  it('ignores elements without a valid day', () => {
    expect(newestDay([])).toBeUndefined()
    expect(newestDay([{ date: 'yesterday', total_active_users: 3 }])).toBeUndefined()
  })
})

describe('ageInDays', () => {
  it('counts days by the calendar in UTC', () => {
    const day = { instant: Date.UTC(2026, 10, 20) }
    expect(ageInDays(day, Date.UTC(2026, 10, 20, 23, 59))).toBe(0)
    expect(ageInDays(day, Date.UTC(2026, 10, 21, 0, 0))).toBe(1)
    expect(ageInDays(day, Date.UTC(2026, 10, 26, 12))).toBe(6)
  })
})
