import { tagOf } from '@landscape/http'
import { compress, type Encoding } from './encoding.ts'

/** A JSON answer, serialised once and compressed at most once per encoding. */
export interface PreparedAnswer {
  /** Entity tag of the JSON text, the same for every encoding. */
  readonly tag: string
  /** Length of the JSON text in bytes. */
  readonly bytes: number
  body(encoding: Encoding): Promise<Buffer>
}

export function prepareAnswer(value: unknown): PreparedAnswer {
  const json = Buffer.from(JSON.stringify(value))
  const compressed = new Map<Encoding, Promise<Buffer>>()
  return {
    tag: tagOf(json),
    bytes: json.length,
    async body(encoding) {
      if (encoding === 'identity') return json
      let body = compressed.get(encoding)
      if (!body) {
        body = compress(json, encoding)
        compressed.set(encoding, body)
      }
      return body
    },
  }
}
