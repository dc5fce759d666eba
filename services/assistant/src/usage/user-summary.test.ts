import { describe, expect, it } from '@jest/globals'
import type { PersonDay } from '@landscape/contracts/monthly-documents'
import { summariseUsers } from './user-summary.ts'

const person = (day: string, user_id: number, members: Partial<PersonDay> = {}): PersonDay => ({
  day,
  user_id,
  surfaces: ['chat'],
  interactions: 1,
  acceptances: 2,
  lines_added: 3,
  credits: 0.1,
  team_ids: [11],
  phase: 1,
  ...members,
})
const seat = (id: number, login?: string) => ({
  created_at: '2026-01-01T00:00:00Z',
  assignee: { id, login },
})
const known = { seats: [seat(7, 'kim'), seat(9)], slugs: new Map([[11, 'harbour']]), price: 0.01 }

describe('summariseUsers', () => {
  it('sums the days of a person', () => {
    const days = [
      person('2026-11-12', 7, { surfaces: ['agent'], phase: 3, credits: 0.2, team_ids: [12] }),
      person('2026-11-11', 7),
    ]
    expect(summariseUsers(days, known)).toEqual([
      {
        user_id: 7,
        login: 'kim',
        seat: true,
        teams: [
          { id: 11, slug: 'harbour' },
          { id: 12, slug: null },
        ],
        days_active: 2,
        last_day: '2026-11-12',
        interactions: 2,
        acceptances: 4,
        lines_added: 6,
        credits: 0.3,
        credits_complete: true,
        estimated_amount: 0.003,
        surfaces: ['chat', 'agent'],
        phase: 3,
      },
    ])
  })

  it('returns null for unknown numbers, never 0', () => {
    const [only] = summariseUsers([{ day: '2026-11-12', user_id: 8, surfaces: [] }], known)
    expect(only).toEqual({
      user_id: 8,
      login: null,
      seat: false,
      teams: null,
      days_active: 0,
      last_day: null,
      interactions: null,
      acceptances: null,
      lines_added: null,
      credits: null,
      credits_complete: null,
      estimated_amount: null,
      surfaces: [],
      phase: null,
    })
  })

  it('marks credits of which one day is unknown', () => {
    const { credits: _, ...without } = person('2026-11-12', 7)
    const [only] = summariseUsers([person('2026-11-11', 7), without], { ...known, price: null })
    expect(only).toMatchObject({ credits: 0.1, credits_complete: false, estimated_amount: null })
  })

  it('counts a day with suggestions alone as active', () => {
    const idle = { surfaces: [], interactions: 0, acceptances: 0, generations: 0 }
    const days = [
      person('2026-11-11', 7, { ...idle, generations: 4 }),
      person('2026-11-12', 7, idle),
    ]
    expect(summariseUsers(days, known)[0]).toMatchObject({ days_active: 1, last_day: '2026-11-11' })
  })

  it('returns no logins without seats, and most credits first', () => {
    const days = [
      person('2026-11-12', 9),
      person('2026-11-12', 8),
      person('2026-11-12', 7, { credits: 5 }),
    ]
    const users = summariseUsers(days, { ...known, seats: undefined })
    expect(users.map(({ user_id, login, seat: has }) => [user_id, login, has])).toEqual([
      [7, null, null],
      [8, null, null],
      [9, null, null],
    ])
  })
})
