import { describe, expect, it } from '@jest/globals'
import { assert, dictionary, jsonValue, pre, property, string } from 'fast-check'
import { parseJsonBody } from './json-body.ts'

const parse = (text: string) => parseJsonBody(Buffer.from(text))
const rejection = (text: string) =>
  expect.objectContaining({ code: 'invalid-input', message: text })

describe('parseJson', () => {
  it('reads what JSON.parse reads', () => {
    assert(
      property(jsonValue({ maxDepth: 5, noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value)
        // Keys that reach a prototype are rejected.
        pre(!/__proto__|constructor|prototype/.test(text))
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it('skips a byte order mark', () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ a: 1 })
  })

  it.each([
    ['brackets in a string', '"[[[[{{{{"'],
    ['many brackets in a string', `"${'['.repeat(100)}"`],
    ['many adjacent arrays', `[${'[{}],'.repeat(100)}[]]`],
    ['a quote in a string', '["\\"[[[["]'],
    ['a backslash at the end of a string', '["\\\\",["\\\\"]]'],
    ['the maximum exact integers', '[9007199254740991,-9007199254740991]'],
    ['one name in several objects', '[{"a":{"a":[{"a":1}]}},{"a":":"},{"1":1,"b:":":"}]'],
    ['fractions', '[0.1,0.12345678901234567890,1e-300,-1.5e10,1.7976931348623157e308,5e-324]'],
    ['larger integers that a double holds', '[9007199254740992,100000000000000000000]'],
    ['digits in a string', '"the 9007199254740993"'],
    ['negative zero', '[1234567890,1234567890,-0]'],
    ['64 levels', '['.repeat(64) + ']'.repeat(64)],
    ['many characters', `"${'x'.repeat(1_000_000)}"`],
    ['250,000 values', `[${'0,'.repeat(249_998)}0]`],
  ])('accepts %s', (_name, text) => {
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['an empty body', '', 'Invalid JSON body'],
    ['an unterminated string', '["[[[', 'Invalid JSON body'],
    ['65 levels', '['.repeat(65) + ']'.repeat(65), 'JSON is nested too deeply'],
    [
      '65 levels of objects',
      '{"a":'.repeat(65) + '1' + '}'.repeat(65),
      'JSON is nested too deeply',
    ],
    ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), 'JSON is nested too deeply'],
    ['ten million brackets', '['.repeat(10_000_000), 'JSON has too many values'],
    ['250,001 values', `[${'0,'.repeat(249_999)}0]`, 'JSON has too many values'],
    ['300,000 empty objects', `[${'{},'.repeat(300_000)}{}]`, 'JSON has too many values'],
    ['an integer that a double does not hold', '[9007199254740993]', 'Number out of range'],
    ['a negative one', '{"a":-9007199254740993}', 'Number out of range'],
    ['an integer of 310 digits', `1${'0'.repeat(309)}`, 'Number out of range'],
    ['an integer of a million digits', '7'.repeat(1_000_000), 'Number out of range'],
    ['a number beyond the maximum', '1e400', 'Number out of range'],
    ['a duplicate member', '{"a":1,"a":1}', 'Duplicate member'],
    ['a key that reaches a prototype', '[{"\\u005f_proto__":1}]', 'Key not allowed'],
    ['such a nested key', '{"a":{"b":[{"constructor":1}]}}', 'Key not allowed'],
    ['an unpaired surrogate', '"\\ud800"', 'Text is not valid Unicode'],
    ['a nested unpaired surrogate', '{"a":{"b":"\\ud800"}}', 'Text is not valid Unicode'],
    ['an unpaired surrogate in a key', '{"\\udc00":1}', 'Text is not valid Unicode'],
  ])('rejects %s', (_name, text, why) => {
    expect(() => parse(text)).toThrow(rejection(why))
  })

  it.each<[text: string, path: PropertyKey[], detail: string]>([
    ['{"a":[{"constructor":1}]}', ['a', 0, 'constructor'], 'has a name that is not allowed'],
    ['{"b":["x","\\ud800"]}', ['b', 1], 'is not valid Unicode'],
    ['{"\\udc00":1}', ['\udc00'], 'is not valid Unicode'],
    ['{"a":{"x":[1]},"b":[1,1e400]}', ['b', 1], 'is a number outside the supported range'],
    ['{"a":[1,9007199254740993]}', ['a', 1], 'is a number outside the supported range'],
    [
      `{"a":1,"b":[2,${'['.repeat(70)}${']'.repeat(71)}}`,
      ['b', 1, 0, 0, 0, 0, 0, 0],
      'exceeds the maximum nesting depth of 64',
    ],
    [`[${'0,'.repeat(249_999)}0]`, [], 'must have at most 250000 values'],
    ['{"a":1,"b":2,"a":1}', ['a'], 'is duplicated'],
    [
      '{"a":{"x":1},"b":[{"x":1},"}",{"c":{"x":"{:","\\u0078" : 1}}]}',
      ['b', 2, 'c', 'x'],
      'is duplicated',
    ],
    ['[0,[1],{"\\"":"\\\\","":2,"":{}}]', [2, ''], 'is duplicated'],
    ['{"__proto__":1,"__proto__":2}', ['__proto__'], 'is duplicated'],
    ['{"a":1,\n"b" "secret"}', [], 'is not JSON from line 2, column 5 on'],
    ['{"a":"secret}', [], 'is not JSON from line 1, column 14 on'],
    ['{"secret":x}', [], 'is not JSON'],
  ])('names the path in %.60s', (text, path, detail) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ faults: [{ path, detail }] }))
  })

  it('rejects a member that is added to any object a second time', () => {
    assert(
      property(dictionary(string(), jsonValue({ maxDepth: 3 }), { minKeys: 1 }), (value) => {
        const text = JSON.stringify({ outer: [value] })
        pre(!/__proto__|constructor|prototype/.test(text))
        const [name = ''] = Object.keys(value)
        const twice = `${text.slice(0, -3)},${JSON.stringify(name)}:0}]}`
        expect(() => parse(twice)).toThrow(
          expect.objectContaining({
            faults: [{ path: ['outer', 0, name], detail: 'is duplicated' }],
          }),
        )
      }),
    )
  })

  it('accepts the keys, strings and depth of stored documents, but not their numbers', () => {
    const stored = `{"__proto__":{"constructor":"\\ud800"},"\\udc00":${'['.repeat(499)}${']'.repeat(499)}}`
    expect(parseJsonBody(Buffer.from(stored), true)).toEqual(JSON.parse(stored))
    const tooDeep = '['.repeat(501) + ']'.repeat(501)
    for (const text of [tooDeep, '[1e400]', '[9007199254740993]', '{"a":1,"a":1}']) {
      expect(() => parseJsonBody(Buffer.from(text), true)).toThrow(
        expect.objectContaining({ code: 'invalid-input' }),
      )
    }
  })

  it('rejects bytes that are not UTF-8', () => {
    expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow(
      rejection('Body is not valid UTF-8'),
    )
  })
})
