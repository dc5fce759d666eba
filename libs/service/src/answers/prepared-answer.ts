import { entityTag, tagOf } from '@landscape/documents'
import { LRUCache } from 'lru-cache'
import { compress, type Encoding } from './encoding.ts'

/** An answer, JSON unless it says so, serialised once and compressed at most once for each encoding. */
export interface PreparedAnswer<T> {
  /** Its `Content-Type`. */
  readonly type: string
  /** Entity tag of the text, the same for every encoding. */
  readonly tag: string
  /** Length of the text in bytes. */
  readonly bytes: number
  body(encoding: Encoding): Promise<Buffer>
  /** Never there: what the JSON holds, for the compiler. */
  readonly holds?: T
}

/**
 * @param value what is sent as JSON
 * @param source what is tagged, when the answer shows only a part of it
 */
export function prepareAnswer<T>(value: T, source: unknown = value): PreparedAnswer<T> {
  const json = Buffer.from(JSON.stringify(value))
  const tag = source === value ? tagOf(json) : entityTag(source)
  return prepared(json, tag, 'application/json; charset=utf-8')
}

/** @param mediaType of the text, without parameters */
export function prepareText(text: string, mediaType: string): PreparedAnswer<string> {
  const bytes = Buffer.from(text)
  return prepared(bytes, tagOf(bytes), `${mediaType}; charset=utf-8`)
}

function prepared<T>(bytes: Buffer, tag: string, type: string): PreparedAnswer<T> {
  const compressed = new Map<Encoding, Promise<Buffer>>()
  return {
    type,
    tag,
    bytes: bytes.length,
    async body(encoding) {
      if (encoding === 'identity') return bytes
      let body = compressed.get(encoding)
      if (!body) {
        body = compress(bytes, encoding)
        compressed.set(encoding, body)
      }
      return body
    },
  }
}

export interface AnswerCache {
  /**
   * The answer to one question about one version of a document, built at most once while it is
   * remembered.
   *
   * @param key names question and version
   * @param build makes the value that is sent as JSON
   * @param source the document, when the answer shows a part of it and is to have its tag
   */
  answer<T>(key: string, build: () => T, source?: unknown): PreparedAnswer<T>
  /** The same for an answer that takes its time: whoever asks meanwhile waits for the same one. */
  once<T>(key: string, prepare: () => Promise<PreparedAnswer<T>>): Promise<PreparedAnswer<T>>
  /** Keeps the answer of a key, which was not known. */
  keep<T>(key: string, answer: PreparedAnswer<T>): PreparedAnswer<T>
  /** The answer of a key, while it is remembered. */
  known<T>(key: string): PreparedAnswer<T> | undefined
}

/** JSON texts and their compressed forms: about one and a half times this in memory. */
const MAX_BYTES = 32 * 1024 * 1024

/** Keeps the answers that were asked for last, up to a number of bytes. */
export function createAnswerCache(maxBytes = MAX_BYTES): AnswerCache {
  const answers = new LRUCache<string, PreparedAnswer<unknown>>({
    maxSize: maxBytes,
    sizeCalculation: (answer, key) => answer.bytes + key.length + 200,
  })
  const known = <T>(key: string) => answers.get(key) as PreparedAnswer<T> | undefined
  const keep = <T>(key: string, answer: PreparedAnswer<T>) => {
    answers.set(key, answer)
    return answer
  }
  const pending = new Map<string, Promise<PreparedAnswer<unknown>>>()
  return {
    known,
    keep,
    async once<T>(key: string, prepare: () => Promise<PreparedAnswer<T>>) {
      const at = known<T>(key) ?? (pending.get(key) as Promise<PreparedAnswer<T>> | undefined)
      if (at) return at
      const made = prepare().then((answer) => keep(key, answer))
      pending.set(key, made)
      return made.finally(() => pending.delete(key))
    },
    answer<T>(key: string, build: () => T, source?: unknown) {
      return known<T>(key) ?? keep(key, prepareAnswer(build(), source))
    },
  }
}

const ofValues = new WeakMap<object, PreparedAnswer<unknown>>()

/**
 * The answer that is one whole value, prepared once for as long as the value lives: stored documents
 * and answers of other systems are one object for each version.
 */
export function answerOf<T extends object>(value: T): PreparedAnswer<T> {
  const known = ofValues.get(value)
  if (known) return known as PreparedAnswer<T>
  const answer = prepareAnswer(value)
  ofValues.set(value, answer)
  return answer
}
