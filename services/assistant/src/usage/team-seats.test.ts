import { describe, expect, it } from '@jest/globals'
import { teamSeats } from './team-seats.ts'

const seat = (assignee: unknown) => ({ created_at: '2026-01-05T09:00:00Z', assignee })

describe('teamSeats', () => {
  it('keeps the seats of members after a login changed', () => {
    const renamed = seat({ id: 7, login: 'renamed' })
    expect(teamSeats([seat({ id: 1 }), renamed], new Set([7]))).toEqual([renamed])
  })

  it.each([[null], [undefined], ['ada'], [{}], [{ id: '7' }], [{ id: null }]])(
    'omits a seat whose assignee is %j',
    (assignee) => {
      expect(teamSeats([seat(assignee)], new Set([7]))).toEqual([])
    },
  )
})
