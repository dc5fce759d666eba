import { describe, expect, it } from '@jest/globals'
import { boundedPeriod } from './bounded-period.ts'

const now = Date.parse('2026-03-02T23:59:00Z')
const period = (from?: string, to?: string) => boundedPeriod({ from, to }, { now, maxDays: 92 })

describe('boundedPeriod', () => {
  it('returns the last 28 days by default', () => {
    expect(period()).toEqual({ from: '2026-02-03', to: '2026-03-02' })
    expect(period(undefined, '2024-03-01')).toEqual({ from: '2024-02-03', to: '2024-03-01' })
    expect(period('2026-03-02')).toEqual({ from: '2026-03-02', to: '2026-03-02' })
  })

  it('ends after the maximum number of days when only an early from is given', () => {
    expect(period('2025-01-01')).toEqual({ from: '2025-01-01', to: '2025-04-02' })
  })

  it('accepts one day and the maximum number of days', () => {
    expect(period('2025-12-31', '2025-12-31').from).toBe('2025-12-31')
    expect(period('2025-11-30', '2026-03-01').from).toBe('2025-11-30')
  })

  it.each([
    ['2025-11-29', '2026-03-01', 'The period must have 1 to 92 days'],
    ['2026-03-02', '2026-03-01', 'The period must have 1 to 92 days'],
    ['2026-02-30', '2026-03-01', 'Invalid from'],
    ['2026-02-01', '2026-02-30', 'Invalid to'],
  ])('rejects %s to %s', (from, to, error) => {
    expect(() => period(from, to)).toThrow(error)
  })
})
