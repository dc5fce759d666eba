import { describe, expect, it } from '@jest/globals'
import type { PersonDay } from '@landscape/contracts/monthly-documents'
import { mergePersonDays, oldestKept, personDays } from './person-days.ts'

const DAY = '2026-11-12'
const row = (members: object = {}) => ({
  day: DAY,
  user_id: 7,
  user_login: 'kim',
  user_initiated_interaction_count: 3,
  code_generation_activity_count: 5,
  code_acceptance_activity_count: 2,
  loc_added_sum: 40,
  used_cli: true,
  ai_credits_used: 0.1,
  ai_adoption_phase: { phase_number: 2, phase: 'Second', version: '1' },
  ...members,
})
const membership = (user_id: number, team_id: number) => ({ day: DAY, user_id, team_id })

describe('personDays', () => {
  it('returns the use of a person without the login', () => {
    const memberships = [membership(7, 12), membership(7, 11), membership(8, 13)]
    expect(personDays(DAY, [row()], memberships)).toEqual([
      {
        day: DAY,
        user_id: 7,
        surfaces: ['cli'],
        interactions: 3,
        generations: 5,
        acceptances: 2,
        lines_added: 40,
        credits: 0.1,
        phase: 2,
        team_ids: [11, 12],
      },
    ])
  })

  it('adds up the rows of one person by id', () => {
    const rows = [
      row({ user_id: 9 }),
      row(),
      row({ user_id: '7', used_cli: false, used_chat: true }),
    ]
    const [first, second, ...others] = personDays(DAY, [...rows, row({ ai_credits_used: 0.2 })], [])
    expect(first).toMatchObject({ user_id: 7, interactions: 9, surfaces: ['chat', 'cli'] })
    expect(first?.credits).toBe(0.4)
    expect(second).toMatchObject({ user_id: 9, interactions: 3 })
    expect(others).toEqual([])
  })

  it('omits what the host does not state', () => {
    expect(personDays(DAY, [{ day: DAY, user_id: 7 }], undefined)).toEqual([
      { day: DAY, user_id: 7, surfaces: [] },
    ])
    expect(personDays(DAY, [row({ ai_credits_used: -1 })])[0]).not.toHaveProperty('credits')
    expect(personDays(DAY, [row()], [membership(8, 13)])[0]).toMatchObject({ team_ids: [] })
  })

  it('leaves out other days and rows without a numeric id', () => {
    const other = row({ day: '2026-11-11' })
    expect(personDays(DAY, [other, row({ user_id: undefined }), row({ user_id: 'kim' })])).toEqual(
      [],
    )
  })
})

describe('mergePersonDays', () => {
  const person = (day: string, user_id: number, members: Partial<PersonDay> = {}): PersonDay => ({
    day,
    user_id,
    surfaces: [],
    ...members,
  })

  it('replaces a day of a person and keeps members that it lacks', () => {
    const stored = [person(DAY, 7, { credits: 1, interactions: 1 }), person(DAY, 8)]
    const loaded = [person(DAY, 7, { interactions: 2, surfaces: ['chat'] })]
    expect(mergePersonDays(stored, loaded, DAY)).toEqual([
      person(DAY, 7, { credits: 1, interactions: 2, surfaces: ['chat'] }),
      person(DAY, 8),
    ])
  })

  it('removes days that are too old and sorts by day and person', () => {
    const stored = [person('2026-11-11', 7), person('2026-11-13', 7)]
    const loaded = [person(DAY, 9), person(DAY, 8), person('2026-11-10', 8)]
    expect(mergePersonDays(stored, loaded, DAY)).toEqual([
      person(DAY, 8),
      person(DAY, 9),
      person('2026-11-13', 7),
    ])
  })
})

describe('oldestKept', () => {
  it('returns the day before which nothing is kept', () => {
    expect(oldestKept(Date.parse('2026-11-18T10:00:00Z'), 90)).toBe('2026-08-20')
    expect(oldestKept(Date.parse('2026-11-18T23:59:59Z'), 1)).toBe('2026-11-17')
  })
})
