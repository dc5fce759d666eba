import { describe, expect, it } from '@jest/globals'
import { monthsBefore } from './read-drift.ts'

describe('monthsBefore', () => {
  it.each([
    ['2026-11-28T22:00:00Z', 3, '2026-08-28'],
    ['2026-05-31T12:00:00Z', 3, '2026-02-28'],
    ['2028-02-29T00:00:00Z', 12, '2027-02-28'],
    ['2026-01-15T23:59:59Z', 1, '2025-12-15'],
  ])('of %s and %i months is %s', (instant, months, day) => {
    expect(new Date(monthsBefore(Date.parse(instant), months)).toISOString()).toBe(
      `${day}T00:00:00.000Z`,
    )
  })
})
