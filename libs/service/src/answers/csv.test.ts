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

  it('keeps spaces at the ends of a cell from readers that take them for layout', () => {
    const text = csvOf(['a', 'b'], [{ a: ' x', b: 'y z ' }])
    expect(parse(text, { trim: true, from_line: 2 })).toEqual([[' x', 'y z ']])
  })

  it('names the columns also when there is no row', () => {
    expect(csvOf(['a', 'b'], [])).toBe('a,b\r\n')
  })
})
