import { describe, expect, it } from '@jest/globals'
import { settle } from './settled-days.ts'

describe('settle', () => {
  it('adds days that no longer change, and forgets those that are too old', () => {
    const now = Date.parse('2026-11-18T00:30:00Z')
    const known = { '2025-11-17': 'loaded', '2025-11-18': 'empty' } as const
    const loaded = { '2026-11-14': 'loaded', '2026-11-13': 'loaded' } as const
    expect(settle(known, loaded, now)).toEqual({ '2025-11-18': 'empty', '2026-11-13': 'loaded' })
  })
})
