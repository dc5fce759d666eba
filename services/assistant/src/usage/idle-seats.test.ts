import { describe, expect, it } from '@jest/globals'
import { idleSeats, monthlyCost } from './idle-seats.ts'

const at = Date.parse('2026-11-18T10:00:00Z')
const seat = (id: number, created: string, last?: string | null) => ({
  created_at: `${created}T09:00:00Z`,
  ...(last !== undefined && { last_activity_at: last && `${last}T09:00:00Z` }),
  assignee: { id, login: `user-${id}` },
})
const idle = (...seats: ReturnType<typeof seat>[]) => idleSeats(seats, { idleDays: 30, at })

describe('idleSeats', () => {
  it('lists seats without recent activity, oldest first', () => {
    const used = seat(1, '2025-01-01', '2026-11-01')
    const since = '2026-09-01T09:00:00Z'
    expect(idle(used, seat(2, '2025-01-01', '2026-09-01'), seat(3, '2026-08-01', null))).toEqual([
      {
        login: 'user-3',
        team: null,
        team_name: null,
        since: '2026-08-01T09:00:00Z',
        never_used: true,
      },
      { login: 'user-2', team: null, team_name: null, since, never_used: false },
    ])
  })

  it.each([[undefined], [null]])('omits a new seat with the last activity %s', (last) => {
    expect(idle(seat(1, '2026-11-01', last))).toEqual([])
  })

  it('omits a new seat whose holder was active long ago', () => {
    expect(idle(seat(1, '2026-11-12', '2026-05-03'))).toEqual([])
    expect(idle(seat(1, '2025-01-01', '2026-05-03'), seat(1, '2026-11-12', null))).toEqual([])
  })

  it('counts the seats of a person in several organisations once', () => {
    const old = seat(1, '2025-01-01', '2026-01-01')
    expect(idle(old, seat(1, '2025-06-01', null))).toHaveLength(1)
    expect(idle(old, seat(1, '2025-06-01', '2026-11-17'))).toEqual([])
  })

  it('counts each seat without a holder', () => {
    const seats = [1, 2].map((id) => ({ ...seat(id, '2025-01-01'), assignee: null }))
    const found = idleSeats(seats, { idleDays: 30, at })
    expect(found.map(({ login }) => login)).toEqual([null, null])
  })

  it('omits a seat whose instants are unreadable', () => {
    expect(idleSeats([{ created_at: 'long ago' }], { idleDays: 30, at })).toEqual([])
  })
})

describe('monthlyCost', () => {
  it('multiplies decimals exactly, and is unknown without a price', () => {
    expect(monthlyCost(3, 0.1)).toBe(0.3)
    expect(monthlyCost(0, 19)).toBe(0)
    expect(monthlyCost(3, undefined)).toBeNull()
  })
})
