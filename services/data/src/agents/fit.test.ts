import { describe, expect, it } from '@jest/globals'
import { fitted } from './call-tools.ts'

const MAX_BYTES = 7_500
const bytesIn = (text: string) => Buffer.byteLength(JSON.stringify(text))

describe('fitted', () => {
  it('returns a small reply unchanged', () => {
    const reply = { total: 2, rows: [{ name: 'A' }, { name: 'B' }] }
    expect(JSON.parse(fitted(reply, '/api/rows'))).toEqual(reply)
  })

  it('ends a long list with the number of the other elements, and links to them', () => {
    const rows = Array.from({ length: 1_000 }, (_, i) => ({ name: `Row ${i}`, of: [1, 2, 3] }))
    const text = fitted({ total: 1_000, rows }, '/api/rows')
    const reply = JSON.parse(text)
    expect(reply).toMatchObject({ total: 1_000, rest: '/api/rows' })
    const shown = reply.rows.length - 1
    expect(shown).toBeGreaterThan(50)
    expect(reply.rows.at(-1)).toBe(`${1_000 - shown} more: see rest`)
    expect(reply.rows.slice(0, shown)).toEqual(rows.slice(0, shown))
  })

  it.each([
    ['a long string', { text: '語'.repeat(100_000) }],
    ['quotes', { rows: Array(500).fill('"'.repeat(250)) }],
    ['control characters', { rows: Array(500).fill('\u0001'.repeat(250)) }],
    ['lists of lists', { rows: Array(50).fill(Array(50).fill(Array(50).fill('x'))) }],
    ['many members', Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`member ${i}`, i]))],
  ])('has at most 7,500 bytes for %s', (_, reply) => {
    const text = fitted(reply, '/api/rows')
    expect(bytesIn(text)).toBeLessThanOrEqual(MAX_BYTES)
    expect(JSON.parse(text).rest).toBe('/api/rows')
  })
})
