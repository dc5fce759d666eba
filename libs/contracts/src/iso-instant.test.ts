import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { parseIsoInstant } from './iso-instant.ts'

const date = fc.date({
  min: new Date('0000-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})

describe('parseIsoInstant', () => {
  it.each([
    ['2024', '2024-01-01T00:00:00.000Z'],
    ['2024-03', '2024-03-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2025-01-01T10:30', '2025-01-01T10:30:00.000Z'],
    ['2025-01-01 10:30:15', '2025-01-01T10:30:15.000Z'],
    ['2025-01-01t10:30:15z', '2025-01-01T10:30:15.000Z'],
    ['2025-12-09T10:11:12.123456', '2025-12-09T10:11:12.123Z'],
    ['2025-12-09T10:11:12,5Z', '2025-12-09T10:11:12.500Z'],
    ['2025-01-01T00:00:00+01:00', '2024-12-31T23:00:00.000Z'],
    ['2025-01-01T00:00:00+0130', '2024-12-31T22:30:00.000Z'],
    ['2025-01-01T00:00:00-05', '2025-01-01T05:00:00.000Z'],
    ['2025-01-01T00:00-00:00', '2025-01-01T00:00:00.000Z'],
    ['0099-01-01', '0099-01-01T00:00:00.000Z'],
    ['0000-02-29', '0000-02-29T00:00:00.000Z'],
  ])('reads %s', (text, expected) => {
    expect(new Date(parseIsoInstant(text)!).toISOString()).toBe(expected)
  })

  it('accepts a space instead of the plus sign of a zone', () => {
    for (const zone of ['01:00', '0100', '01']) {
      const expected = Date.parse('2024-12-31T23:00:00Z')
      expect(parseIsoInstant(`2025-01-01T00:00:00 ${zone}`)).toBe(expected)
      expect(parseIsoInstant(`2025-01-01 00:00 ${zone}`)).toBe(expected)
    }
  })

  it('accepts 24:00 as the end of the day and nothing later', () => {
    const midnight = Date.parse('2025-01-01T00:00:00Z')
    expect(parseIsoInstant('2024-12-31T24:00')).toBe(midnight)
    expect(parseIsoInstant('2024-12-31T24:00:00.000Z')).toBe(midnight)
    expect(parseIsoInstant('2024-12-31T24:00:01Z')).toBeUndefined()
    expect(parseIsoInstant('2024-12-31T24:00:00.0001Z')).toBeUndefined()
  })

  it('rounds fractions down, including those before 1970', () => {
    expect(parseIsoInstant('2025-01-01T00:00:00.9999')).toBe(Date.parse('2025-01-01T00:00:00.999Z'))
    expect(parseIsoInstant('1969-12-31T23:59:59.9999Z')).toBe(-1)
  })

  it.each([
    '',
    ' ',
    '1',
    '0',
    '12345',
    '-2024',
    '+2024',
    '+002024-01-01',
    'foo 12',
    'March 7',
    '12/31/2024',
    '2024-02-30',
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-01',
    '2024-01-00',
    '2024-1-1',
    '20240101',
    '2024-W01-1',
    '2024-001',
    '2024-01-01T',
    '2024-01-01T10',
    '2024T10:00',
    '2024-01T10:00',
    '2024-01-01T25:00',
    '2024-01-01T10:60',
    '2024-01-01T10:00:60',
    '2024-01-01T10:00.5',
    '2024-01-01T10:00:00.',
    '2024-01-01Z',
    '2024-01-01+01:00',
    '2024-01-01T10:00 Z',
    '2024-01-01T10:00+24:00',
    '2024-01-01T10:00+01:60',
    '2024-01-01T10:00+1',
    '2024-01-01T10:00+',
    ' 2024',
    '2024 ',
    '2024-01-01\n',
    '2024-01-01T10:00:00Z\n',
    '２０２４-01-01',
    'null',
    'Invalid Date',
  ])('rejects %j', (text) => {
    expect(parseIsoInstant(text)).toBeUndefined()
  })

  it('rejects more than 64 characters', () => {
    const longest = `2025-01-01T00:00:00.${'1'.repeat(43)}Z`
    expect(longest).toHaveLength(64)
    expect(parseIsoInstant(longest)).toBe(Date.parse('2025-01-01T00:00:00.111Z'))
    expect(parseIsoInstant(longest.replace('.', '.1'))).toBeUndefined()
  })

  it('agrees with Date on every instant that Date can format', () => {
    fc.assert(
      fc.property(date, (value) => {
        expect(parseIsoInstant(value.toISOString())).toBe(value.getTime())
      }),
    )
  })

  it('subtracts exactly the offset of the zone', () => {
    const offset = fc.record({ sign: fc.constantFrom(1, -1), minutes: fc.nat(23 * 60 + 59) })
    fc.assert(
      fc.property(date, offset, fc.constantFrom(':', ''), (value, { sign, minutes }, colon) => {
        const digits = (count: number) => String(count).padStart(2, '0')
        const zone = `${digits(Math.floor(minutes / 60))}${colon}${digits(minutes % 60)}`
        const local = `${value.toISOString().slice(0, -1)}${sign === 1 ? '+' : '-'}${zone}`
        expect(parseIsoInstant(local)).toBe(value.getTime() - sign * minutes * 60_000)
      }),
    )
  })

  it('returns an integer or undefined for any string', () => {
    const unit = fc.constantFrom(...Array.from('0123456789-:TZ.+ '))
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit, maxLength: 30 })), (text) => {
        const instant = parseIsoInstant(text)
        expect(instant === undefined || Number.isSafeInteger(instant)).toBe(true)
      }),
    )
  })
})
