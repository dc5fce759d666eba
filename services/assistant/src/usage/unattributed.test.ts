import { describe, expect, it } from '@jest/globals'
import type { PersonDay } from '@landscape/contracts/monthly-documents'
import { unattributed } from './unattributed.ts'

const person = (day: string, members: Partial<PersonDay> = {}): PersonDay => ({
  day,
  user_id: 7,
  surfaces: [],
  interactions: 3,
  acceptances: 2,
  lines_added: 10,
  credits: 0.2,
  ...members,
})
const row = (day: string, members: object = {}) => ({
  day,
  user_initiated_interaction_count: 5,
  code_acceptance_activity_count: 2,
  loc_added_sum: 4,
  ...members,
})
const bill = (month: string, grossQuantity: number | undefined) => ({
  month,
  is_final: true,
  asked_at: '2026-11-18T04:00:00.000Z',
  items: [{ grossQuantity }],
})
const october = { from: '2026-10-01', to: '2026-10-31' }
const UNKNOWN = { interactions: null, acceptances: null, lines_added: null, credits: null }

describe('unattributed', () => {
  it('returns what the organisation has more, or less, on days with users', () => {
    const rows = [row('2026-10-30'), row('2026-10-31')]
    expect(unattributed([person('2026-10-31')], { rows, spend: [], span: october })).toEqual({
      interactions: 2,
      acceptances: 0,
      lines_added: -6,
      credits: null,
    })
  })

  it('returns null when a number of the organisation or of a user is missing', () => {
    const days = [person('2026-10-30'), person('2026-10-31', { acceptances: undefined })]
    const rows = [row('2026-10-30'), row('2026-10-31', { loc_added_sum: undefined })]
    expect(unattributed(days, { rows, spend: [], span: october })).toMatchObject({
      interactions: 4,
      acceptances: null,
      lines_added: null,
    })
    expect(unattributed(days, { rows: rows.slice(1), spend: [], span: october })).toMatchObject({
      interactions: null,
    })
    expect(unattributed([], { rows, spend: [], span: october })).toEqual(UNKNOWN)
  })

  describe('credits', () => {
    const days = [person('2026-09-30'), person('2026-10-31'), person('2026-11-01')]
    const rows = days.map(({ day }) => row(day))
    const spend = [bill('2026-09', 9), bill('2026-10', 1), bill('2026-11', 7)]
    const credits = (from: string, to: string, changed: object = {}) =>
      unattributed(days, { rows, spend, span: { from, to }, ...changed }).credits

    it('compares users with the final bills of complete months', () => {
      expect(credits('2026-09-02', '2026-11-29')).toBe(0.8)
      expect(credits('2026-09-01', '2026-11-29')).toBe(9.6)
    })

    it('omits months that the span or the stored days do not complete', () => {
      expect(credits('2026-09-02', '9999-12-31')).toBe(0.8)
      expect(credits('2026-10-02', '9999-12-31')).toBeNull()
      const stored = [person('2026-10-30')]
      const { credits: unknown } = unattributed(stored, { rows, spend, span: october })
      expect(unknown).toBeNull()
    })

    it('returns null while the bill is not final', () => {
      const open = [{ ...bill('2026-10', 1), is_final: false }]
      expect(credits('2026-10-01', '2026-10-31', { spend: open })).toBeNull()
    })

    it('returns null when a day with a row has no users, or no day has a row', () => {
      const more = [...rows, row('2026-10-02')]
      expect(credits('2026-10-01', '2026-10-31', { rows: more })).toBeNull()
      expect(credits('2026-10-01', '2026-10-31', { rows: [] })).toBeNull()
    })
  })

  it('returns null for credits when a bill lacks its quantity', () => {
    const spend = [bill('2026-10', undefined)]
    const days = [person('2026-10-31')]
    expect(
      unattributed(days, { rows: [row('2026-10-31')], spend, span: october }).credits,
    ).toBeNull()
  })
})
