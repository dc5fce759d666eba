import { describe, expect, it } from '@jest/globals'
import { seatUse } from './seat-use.ts'

const seat = (last_activity_at: unknown) => ({
  created_at: '2026-01-05T09:00:00Z',
  last_activity_at,
})

describe('seatUse', () => {
  it('counts activity of the 28 days before the newest one', () => {
    const times = ['2026-11-15T12:00:00Z', '2026-10-18T12:00:00Z', '2026-10-18T11:59:59Z']
    expect(seatUse(times.map(seat))).toMatchObject({
      seats: 3,
      used: 2,
      newest: Date.parse('2026-11-15T12:00:00Z'),
    })
  })

  it('counts the seats that nobody has', () => {
    const seats = [{ assignee: null }, { assignee: { id: 1, login: 'kim' } }]
    expect(seatUse(seats.map((one) => ({ ...seat(null), ...one }))).vacant).toBe(1)
  })

  it.each([null, undefined, 7, 'yesterday'])('counts %j as no activity', (last) => {
    expect(seatUse([seat(last)])).toMatchObject({ seats: 1, used: 0, newest: undefined })
  })
})
