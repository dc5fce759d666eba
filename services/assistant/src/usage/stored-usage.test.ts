import { describe, expect, it } from '@jest/globals'
import { dayObjectsOf, mergeUsage, rowsOfUsage } from './stored-usage.ts'

const row = { day: '2026-03-01', daily_active_users: 7, organization_id: '42' }
const day = { date: '2026-03-01', copilot_dotcom_chat: { total_engaged_users: 2 } }
const loaded = {
  date: '2026-03-02',
  total_active_users: 5,
  report: { day: '2026-03-02', daily_active_users: 5 },
}

describe('mergeUsage', () => {
  it.each([
    ['a row and a day object', [row, day]],
    ['two day objects', [day, { date: day.date, note: 'x' }]],
  ])('keeps %s of a day that was not loaded', (_what, stored) => {
    expect(mergeUsage(stored, [loaded]).slice(0, 2)).toEqual(stored)
  })

  it('keeps the members of all elements of a loaded day', () => {
    const again = { ...loaded, date: row.day, report: { ...row, daily_active_users: 8 } }
    const merged = mergeUsage([row, day], [again])
    expect(merged).toEqual([{ ...row, ...day, daily_active_users: 8, total_active_users: 5 }])
    expect(mergeUsage(merged, [again])).toEqual(merged)
  })
})

describe('dayObjectsOf', () => {
  it('returns one day object for a day with a row and a day object', () => {
    expect(dayObjectsOf([day, row])).toEqual([
      expect.objectContaining({ ...day, total_active_users: 7, report: row }),
    ])
  })

  it('returns one day object for two of the same day', () => {
    const note = { date: day.date, note: 'x' }
    expect(dayObjectsOf([day, note])).toEqual([{ ...day, ...note }])
  })

  it('returns the published row of a day that was added to rows', () => {
    expect(dayObjectsOf(mergeUsage([row], [loaded])).at(-1)).toEqual(loaded)
  })
})

describe('rowsOfUsage', () => {
  it('returns the stored row of a day that also has a day object', () => {
    expect(rowsOfUsage([row, day])).toEqual([row])
    expect(rowsOfUsage([day, row])).toEqual([row])
    expect(rowsOfUsage([day, day])).toHaveLength(1)
  })
})
