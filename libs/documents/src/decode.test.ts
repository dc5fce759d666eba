import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { decode, DocumentInvalid } from './decode.ts'

const ref = { bucket: 'main', key: 'list.json' } as const
const List = z.looseObject({ items: z.array(z.looseObject({ n: z.number() })) })
const read = (text: string) => () => decode(ref, List, { body: Buffer.from(text), etag: '"1"' })

describe('decode', () => {
  it('keeps what the schema does not know, in its order', () => {
    const text = '{"z":1,"items":[{"y":0,"n":2}],"a":{"b":null}}'
    expect(JSON.stringify(read(text)())).toBe(text)
  })

  it.each([
    ['{', 'Document main/list.json is not JSON'],
    ['', 'Document main/list.json is not JSON'],
    ['[]', 'Document main/list.json does not match its schema: invalid_type at its root'],
    ['{"items":"secret"}', 'invalid_type at items'],
    ['{"items":[{"n":1},{"n":"secret"}]}', 'invalid_type at items.1.n'],
  ])('says of %j where it departs from its shape, and no content', (text, why) => {
    expect(read(text)).toThrow(DocumentInvalid)
    expect(read(text)).toThrow(new RegExp(`${why}$`))
    expect(read(text)).toThrow(expect.objectContaining({ etag: '"1"' }))
  })
})
