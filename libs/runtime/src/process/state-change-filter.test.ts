import { describe, expect, it } from '@jest/globals'
import { createStateChangeFilter } from './state-change-filter.ts'

describe('createStateChangeFilter', () => {
  it('accepts a changed state once', () => {
    const shouldLog = createStateChangeFilter('well')
    expect(['well', 'ill', 'ill'].map(shouldLog)).toEqual([false, true, false])
  })

  it('rejects changes within 30 s of a logged one, then accepts the present state', () => {
    let now = 1_000
    const shouldLog = createStateChangeFilter('well', undefined, () => now)
    expect(shouldLog('ill')).toBe(true)
    now += 29_999
    expect(shouldLog('well')).toBe(false)
    now += 1
    expect(['ill', 'well'].map(shouldLog)).toEqual([false, true])
  })

  it('rejects changes within 30 s of the given start', () => {
    let now = 1_000
    const shouldLog = createStateChangeFilter('well', now, () => now)
    now += 29_999
    expect(shouldLog('ill')).toBe(false)
    now += 1
    expect(shouldLog('ill')).toBe(true)
  })
})
