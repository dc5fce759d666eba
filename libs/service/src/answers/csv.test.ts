import { describe, expect, it } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { csvOf, readCell } from './csv.ts'

describe('csvOf', () => {
  it('is read by others as the cells that were written, but for apostrophes before formulas', () => {
    const Cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('=1', "'=1", "''=1", '@x', '\t', '\r', '\n', '"', ',', "'", '-1', ' = '),
    )
    fc.assert(
      fc.property(fc.array(fc.record({ a: Cell, b: Cell }), { minLength: 1 }), (rows) => {
        const text = csvOf(['a', 'b'], rows)
        const read = parse<{ a: string; b: string }>(text, {
          columns: true,
          recordDelimiter: '\r\n',
        })
        expect(read.map(({ a, b }) => ({ a: readCell(a), b: readCell(b) }))).toEqual(rows)
        expect(
          read.flatMap(({ a, b }) => [a, b]).filter((cell) => /^[=+\-@\t\r]/.test(cell)),
        ).toEqual([])
      }),
    )
  })

  it('names the columns also when there is no row', () => {
    expect(csvOf(['a', 'b'], [])).toBe('a,b\r\n')
  })
})
