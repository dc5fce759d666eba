import { entityTag, tagOf } from '@landscape/http'
import { compress, type Encoding } from './encoding.ts'

/** A JSON answer, serialised once and compressed at most once per encoding. */
export interface PreparedAnswer {
  /** Entity tag, the same for every encoding. */
  readonly tag: string
  /** Length of the JSON text in bytes. */
  readonly bytes: number
  body(encoding: Encoding): Promise<Buffer>
}

/**
 * @param value what is sent as JSON
 * @param source what is tagged, when the answer shows only a part of it
 */
export function prepareAnswer(value: unknown, source = value): PreparedAnswer {
  const json = Buffer.from(JSON.stringify(value))
  const compressed = new Map<Encoding, Promise<Buffer>>()
  return {
    tag: source === value ? tagOf(json) : entityTag(source),
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
