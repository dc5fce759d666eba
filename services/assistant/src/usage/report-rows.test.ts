import { describe, expect, it } from '@jest/globals'
import { ReportMalformed, rowsOf } from './report-rows.ts'

const one = { day: '2026-11-16', daily_active_users: 1 }
const two = { day: '2026-11-17', daily_active_users: 2 }
const enclosed = { organization_id: '42', day_totals: [one, two] }

describe('rowsOf', () => {
  it.each([
    ['an object with day totals', JSON.stringify(enclosed), [one, two]],
    ['an array of those', JSON.stringify([enclosed, { day_totals: [one] }]), [one, two, one]],
    ['an array of rows', JSON.stringify([one, two]), [one, two]],
    ['one flat row', JSON.stringify(one), [one]],
    ['one row per line', `${JSON.stringify(one)}\n${JSON.stringify(two)}\n`, [one, two]],
    ['lines with CRLF', `${JSON.stringify(one)}\r\n\r\n${JSON.stringify(two)}`, [one, two]],
    [
      'an enclosing object per line',
      `${JSON.stringify(enclosed)}\n${JSON.stringify(one)}`,
      [one, two, one],
    ],
    ['an empty file', ' \n', []],
    ['no days', '{"day_totals":[]}', []],
  ])('reads %s', (_shape, text, rows) => {
    expect(rowsOf(text)).toEqual(rows)
  })

  it.each([
    ['a truncated line', `${JSON.stringify(one)}\n{"day":"2026-11-1`],
    ['a truncated array', JSON.stringify([one, two]).slice(0, -5)],
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['a number', '7'],
    ['null', 'null'],
    ['a row without a day', '{"daily_active_users":3}'],
    ['a row with an invalid date', '{"day":"yesterday"}'],
  ])('rejects %s without quoting it', (_what, text) => {
    expect(() => rowsOf(text)).toThrow(ReportMalformed)
    expect(() => rowsOf(text)).toThrow(/^A report (line is not JSON|row has no day)$/)
  })
})
