import { describe, expect, it } from '@jest/globals'
import { parseJson } from './parse-json.ts'

describe('parseJson', () => {
  it('ignores a byte order mark at the beginning and keeps it elsewhere', () => {
    expect(parseJson(Buffer.from('\uFEFF{"a":"é"}'))).toEqual({ a: 'é' })
    expect(parseJson(Buffer.from('{"a":"\uFEFF"}'))).toEqual({ a: '\uFEFF' })
  })

  it.each([
    ['[-0]', [0]],
    ['{"n":-0.0}', { n: 0 }],
    ['[1,-1e-400, -0e5]', [1, 0, 0]],
    ['[1e400,-2E0309]', [null, null]],
    [`[${'9'.repeat(400)}, ${'9'.repeat(250)}e99]`, [null, null]],
    ['{"n":1e999,"__proto__":-0.5}', JSON.parse('{"n":null,"__proto__":-0.5}')],
    ['{"__proto__":1e999,"a":[{"b":-0}]}', JSON.parse('{"__proto__":null,"a":[{"b":0}]}')],
    ['[1, -0]', [1, 0]],
    ['[-0 ]', [0]],
    ['[12e400]', [null]],
    ['[1.5e400]', [null]],
    ['[1.25e+400]', [null]],
    ['[-1e-400]', [0]],
    ['[{"a":-0},null]', [{ a: 0 }, null]],
    ['-0', 0],
    ['1e999', null],
    ['{"a":" -0, 1e999","b":-0.25,"c":0}', { a: ' -0, 1e999', b: -0.25, c: 0 }],
  ])('reads the numbers of %s as JSON writes them', (text, value) => {
    expect(parseJson(Buffer.from(text))).toStrictEqual(value)
  })

  it('rejects malformed JSON', () => {
    expect(() => parseJson(Buffer.from('{'))).toThrow(SyntaxError)
  })
})
