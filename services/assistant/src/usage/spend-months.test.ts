import { describe, expect, it } from '@jest/globals'
import { mergeSpend, monthsToRequest } from './spend-months.ts'

const now = Date.parse('2026-01-31T23:30:00Z')
const bill = (month: string, is_final: boolean, asked_at = 'first') => ({
  month,
  is_final,
  asked_at,
  items: [],
})

describe('monthsToRequest', () => {
  it('requests two years at first, newest first', () => {
    const months = monthsToRequest([], now)
    expect(months).toHaveLength(24)
    expect([months[0], months[1], months.at(-1)]).toEqual(['2026-01', '2025-12', '2024-02'])
  })

  it('requests this month, the last, and months without a final bill', () => {
    const others = monthsToRequest([], now).slice(2)
    const stored = others.map((month) => bill(month, month !== '2025-11'))
    expect(monthsToRequest(stored, now)).toEqual(['2026-01', '2025-12', '2025-11'])
  })
})

describe('mergeSpend', () => {
  it('replaces complete bills, except final ones', () => {
    const stored = [bill('2025-11', true), bill('2025-12', false)]
    const merged = mergeSpend(
      stored,
      ['2026-01', '2025-12', '2025-11'].map((month) => bill(month, false, 'second')),
    )
    expect(merged.map(({ month, asked_at }) => [month, asked_at])).toEqual([
      ['2025-11', 'first'],
      ['2025-12', 'second'],
      ['2026-01', 'second'],
    ])
  })

  it('keeps a bill that was requested later', () => {
    const [late, early] = [
      bill('2026-01', false, '2026-01-02'),
      bill('2026-01', false, '2026-01-01'),
    ]
    expect(mergeSpend([late], [early])).toEqual([late])
  })
})
