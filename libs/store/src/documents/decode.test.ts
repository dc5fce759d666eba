import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { assertShapeOfNext, decode, DocumentInvalid } from './decode.ts'
import { parseJson } from '../json/parse-json.ts'

const ref = { bucket: 'main', key: 'list.json' } as const
const List = z.looseObject({ items: z.array(z.looseObject({ n: z.number() })) })
const read = (text: string) =>
  decode(ref, List, { body: Buffer.from(text), etag: '"1"' }, parseJson)

describe('decode', () => {
  it('keeps unknown members and their order', () => {
    const text = '{"z":1,"items":[{"y":0,"n":2}],"a":{"b":null}}'
    expect(JSON.stringify(read(text))).toBe(text)
  })

  it.each([
    ['{', 'Document main/list.json is not JSON'],
    ['', 'Document main/list.json is not JSON'],
    ['[]', 'Document main/list.json does not match its schema: invalid_type at its root'],
    ['{"items":"secret"}', 'invalid_type at items'],
    ['{"items":[{"n":1},{"n":"secret"}]}', 'invalid_type at items.1.n'],
  ])('names the path of the first fault of %j, without its content', (text, why) => {
    expect(() => read(text)).toThrow(DocumentInvalid)
    expect(() => read(text)).toThrow(new RegExp(`${why}$`))
    expect(() => read(text)).toThrow(expect.objectContaining({ etag: '"1"' }))
  })
})

describe('assertShapeOfNext', () => {
  const good = { items: [{ n: 1 }, { n: 2 }], other: [null] }
  const check = (next: unknown) => () => assertShapeOfNext(ref, List, next, good)

  it('checks only the elements that differ', () => {
    expect(check({ ...good, items: [...good.items, { n: 3 }] })).not.toThrow()
    expect(check({ ...good, items: [{ n: 0 }] })).not.toThrow()
  })

  it.each([
    [
      'a changed element',
      { ...good, items: [good.items[0], { n: 'x' }] },
      'invalid_type at items.1.n',
    ],
    ['an added element', { ...good, items: [...good.items, {}] }, 'invalid_type at items.2.n'],
    ['a missing array', { other: [null] }, 'invalid_type at items'],
    ['the root', [], 'invalid_type at its root'],
  ])('names the path of an invalid %s', (_what, next, why) => {
    expect(check(next)).toThrow(why)
  })

  it.each(Object.entries(DOCUMENTS))(
    'finds no rule about an entire array in the schema of %s',
    (_name, { schema }) => {
      const described = JSON.stringify(z.toJSONSchema(schema))
      expect(described).not.toMatch(/"(minItems|maxItems|uniqueItems|prefixItems|contains)"/)
    },
  )
})
