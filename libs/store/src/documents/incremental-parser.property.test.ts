import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { parseJson } from '../json/parse-json.ts'
import { createIncrementalParser } from './incremental-parser.ts'

/** Few different parts, so that edits meet equal lists, equal names and cut elements. */
const element = fc.constantFrom(
  '{"name":"a"}',
  '{"name":"b","uses":["x,y","]"],"n":{"m":[1]}}',
  '"te\\"x\\\\"',
  '12',
  '-0',
  '1e999',
  '[[],{}]',
  'null',
  '"é😀"',
)
const list = fc
  .array(element, { maxLength: 6 })
  .chain((elements) =>
    fc.constantFrom(`[${elements.join(',')}]`, `[\n  ${elements.join(',\n  ')}\n]`),
  )
const name = fc.constantFrom('"a"', '"b"', '"__proto__"', '"\\u0061"', '"[{"')
const root = fc
  .array(fc.tuple(name, fc.oneof(list, list, element)), { maxLength: 4 })
  .map((members) => `{${members.map(([key, value]) => `${key} : ${value}`).join(', ')}}`)
const text = fc.oneof(
  root,
  root,
  list,
  element,
  root.map((object) => `\uFEFF${object}`),
)
const piece = fc.oneof(
  element,
  element.map((one) => `,${one}`),
  fc.constantFrom('', ',', '"', '],"b":[', '{', '}', ']', '\\', '0', ' ', '"a":', '\u0000'),
)
/** Replaces some bytes of the last version, or all of it. */
const edit = fc.oneof(
  fc.record({ at: fc.nat(120), size: fc.nat(14), piece }),
  fc.record({ at: fc.nat(120), size: fc.constant(0), piece }),
  text,
)

function resultOf(parse: (body: Buffer) => unknown, body: Buffer): unknown {
  try {
    return { value: parse(body) }
  } catch {
    return 'not JSON'
  }
}

describe('createIncrementalParser', () => {
  it('returns what parseJson returns, whichever bytes of the last version change', () => {
    fc.assert(
      fc.property(text, fc.array(edit, { maxLength: 6 }), (first, edits) => {
        const parse = createIncrementalParser()
        let body = Buffer.from(first)
        for (const next of ['', ...edits]) {
          if (next === '') body = Buffer.from(first)
          else if (typeof next === 'string') body = Buffer.from(next)
          else {
            const at = Math.min(next.at, body.length)
            const rest = body.subarray(at + next.size)
            body = Buffer.concat([body.subarray(0, at), Buffer.from(next.piece), rest])
          }
          const found = resultOf(parse, body)
          const wanted = resultOf(parseJson, body)
          expect(JSON.stringify(found)).toBe(JSON.stringify(wanted))
          expect(found).toStrictEqual(wanted)
        }
      }),
      { numRuns: Number(process.env['RUNS'] ?? 3_000) },
    )
  })
})
