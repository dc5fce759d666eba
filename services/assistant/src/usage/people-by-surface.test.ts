import { describe, expect, it } from '@jest/globals'
import { monthsOfUse, weeksOfUse } from './people-by-surface.ts'

const day = (date: string, surfaces: Record<string, number>) => ({
  date,
  activity: { people: 60, people_with_credits: 0, surfaces },
})
const DAYS = [
  // A Sunday, the Monday and Wednesday after it, and a Monday three weeks later.
  day('2026-10-25', { chat: 9, agent: 4 }),
  day('2026-10-26', { chat: 5 }),
  day('2026-10-28', { chat: 7, cli: 0 }),
  day('2026-11-16', { chat: 2, agent: 1 }),
]

describe('weeksOfUse', () => {
  it('returns the highest numbers of each week from Monday to Sunday', () => {
    expect(weeksOfUse(DAYS, 26)).toEqual([
      { period: '2026-10-19', people: { chat: 9, agent: 4 } },
      { period: '2026-10-26', people: { chat: 7, cli: 0 } },
      { period: '2026-11-02', people: {} },
      { period: '2026-11-09', people: {} },
      { period: '2026-11-16', people: { chat: 2, agent: 1 } },
    ])
  })

  it('returns only the last weeks', () => {
    expect(weeksOfUse(DAYS, 2).map(({ period }) => period)).toEqual(['2026-11-09', '2026-11-16'])
  })

  it('ignores days without known activity', () => {
    expect(weeksOfUse([{ date: '2026-11-16' }, { date: 'someday' }], 26)).toEqual([])
    expect(weeksOfUse([], 26)).toEqual([])
  })
})

describe('monthsOfUse', () => {
  it('returns the highest numbers of each month, newest first', () => {
    expect(monthsOfUse(DAYS)).toEqual([
      { period: '2026-11', people: { chat: 2, agent: 1 } },
      { period: '2026-10', people: { chat: 9, agent: 4, cli: 0 } },
    ])
  })
})
