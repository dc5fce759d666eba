import { describe, expect, it } from '@jest/globals'
import { msUntilEvening } from './evening.ts'

describe('msUntilEvening', () => {
  it.each([
    ['2026-11-28T23:29:00Z', 60_000],
    ['2026-11-28T23:30:00Z', 24 * 60 * 60_000],
    ['2026-11-28T00:00:00Z', 23.5 * 60 * 60_000],
  ])('at %s is %i', (now, ms) => {
    expect(msUntilEvening(Date.parse(now))).toBe(ms)
  })
})
