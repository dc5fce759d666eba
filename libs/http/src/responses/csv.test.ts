import { describe, expect, it } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { toCsv, readCell } from './csv.ts'

describe('toCsv', () => {
  it('writes cells that a CSV parser and readCell restore', () => {
    const Cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '=1',
        "'=1",
        "''=1",
        '@x',
        '\t',
        '\r',
        '\n',
        '"',
        ',',
        "'",
        '-1',
        ' = ',
        '\uFF1D1',
        "\u00A0'@",
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.record({ a: Cell, b: Cell }), { minLength: 1 }), (rows) => {
        const text = toCsv(['a', 'b'], rows)
        const read = parse<{ a: string; b: string }>(text, {
          columns: true,
          recordDelimiter: '\r\n',
        })
        expect(read.map(({ a, b }) => ({ a: readCell(a), b: readCell(b) }))).toEqual(rows)
        expect(
          read
            .flatMap(({ a, b }) => [a, b])
            .filter((cell) => /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell)),
        ).toEqual([])
      }),
    )
  })

  it.each([' =1+1', '\n=1', '\u00A0@SUM', '\uFF1D1+1', '\uFF0B1', '\uFF0D1', '\uFF20x', " '=1"])(
    'prefixes the formula %j with an apostrophe',
    (cell) => {
      const [[written] = []] = parse(toCsv(['a'], [{ a: cell }]), { from_line: 2 })
      expect(written).toBe(`'${cell}`)
      expect(readCell(written ?? '')).toBe(cell)
    },
  )

  it.each([
    '\u0000=1',
    '\u200B=1',
    '\u200D+1',
    '\u2060-1',
    '\u00AD@x',
    '\u034F=1',
    '\u3164=1',
    "\u0001 '\u200B=1",
  ])('prefixes a formula behind invisible characters with an apostrophe: %j', (cell) => {
    const [[written] = []] = parse(toCsv(['a'], [{ a: cell }]), { from_line: 2 })
    expect(written).toBe(`'${cell}`)
    expect(readCell(written ?? '')).toBe(cell)
  })

  it('quotes cells with leading or trailing spaces', () => {
    const text = toCsv(['a', 'b'], [{ a: ' x', b: 'y z ' }])
    expect(parse(text, { trim: true, from_line: 2 })).toEqual([[' x', 'y z ']])
  })

  it('writes the header without rows', () => {
    expect(toCsv(['a', 'b'], [])).toBe('a,b\r\n')
  })
})
