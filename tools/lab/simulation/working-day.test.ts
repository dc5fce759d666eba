import { describe, expect, it } from '@jest/globals'
import { atHour, DAY_MS, HOUR_MS, shareOf, visitsOf, type Visit } from './working-day.ts'

const PEOPLE = 50_000
const visits = visitsOf(PEOPLE, 'a day')
const within = (from: number, until: number, all: readonly Visit[] = visits) =>
  all.filter(({ at }) => at >= atHour(from) && at < atHour(until)).length

describe('visitsOf', () => {
  it('returns the same day for the same seed only', () => {
    expect(visitsOf(1_000, 'one')).toEqual(visitsOf(1_000, 'one'))
    expect(visitsOf(1_000, 'one')).not.toEqual(visitsOf(1_000, 'another'))
  })

  it('returns as many visits per role as the model within 4 standard deviations', () => {
    const readers = visits.filter(({ role }) => role === 'reader').length
    const editors = visits.filter(({ role }) => role === 'editor').length
    expect(Math.abs(readers - PEOPLE * 0.08)).toBeLessThan(4 * Math.sqrt(PEOPLE * 0.08))
    expect(Math.abs(editors - PEOPLE * 0.02)).toBeLessThan(4 * Math.sqrt(PEOPLE * 0.02))
  })

  it('has peaks before and after noon and few visits at both ends', () => {
    expect(within(9, 11)).toBeGreaterThan(1.5 * within(12, 14))
    expect(within(14, 16)).toBeGreaterThan(1.3 * within(12, 14))
    expect(within(7, 8)).toBeLessThan(within(12, 13))
    expect(within(18, 19)).toBeLessThan(within(12, 13))
  })

  it('returns visits within the day in order', () => {
    const instants = visits.map(({ at }) => at)
    expect(within(7, 19)).toBe(visits.length)
    expect(instants).toEqual(instants.toSorted((a, b) => a - b))
  })

  it('numbers the visits of each role', () => {
    const numbers = visits.filter(({ role }) => role === 'usage').map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, n) => n))
  })

  it('has exponentially distributed gaps', () => {
    const busy = visits.filter(({ at }) => at >= atHour(10) && at < atHour(11))
    const gaps = busy.slice(1).map(({ at }, n) => at - (busy[n]?.at ?? 0))
    const mean = HOUR_MS / busy.length
    const longer = gaps.filter((gap) => gap > mean).length / gaps.length
    // e⁻¹ for exponential gaps; 0 for equal ones.
    expect(longer).toBeGreaterThan(0.3)
    expect(longer).toBeLessThan(0.43)
  })
})

describe('atHour', () => {
  it('returns milliseconds since 07:00', () => {
    expect([atHour(7), atHour(10.5), atHour(19)]).toEqual([0, 3.5 * HOUR_MS, DAY_MS])
  })
})

describe('shareOf', () => {
  it('returns the share of the day that fits into these minutes at this pace', () => {
    expect(shareOf({ minutes: 15, pace: 4 })).toBeCloseTo(1 / 12)
  })

  it('returns 1 when the complete day fits', () => {
    expect(shareOf({ minutes: 15, pace: 48 })).toBe(1)
    expect(shareOf({ minutes: 15, pace: 720 })).toBe(1)
  })
})
