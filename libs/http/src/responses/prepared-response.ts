import { entityTag, tagOf } from '@landscape/store'
import { oneByOne, shareByKey } from '@landscape/contracts'
import { LRUCache } from 'lru-cache'
import { compress, type Encoding } from './encoding.ts'

/** A response body: serialised once, and compressed at most once for each encoding. */
export interface PreparedResponse<T> {
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
export function prepareJson<T>(value: T, source: unknown = value): PreparedResponse<T> {
  const json = Buffer.from(JSON.stringify(value))
  const tag = source === value ? tagOf(json) : entityTag(source)
  return prepared(json, tag, 'application/json; charset=utf-8')
}

/**

 * @param mediaType of the text, without parameters
 */
export function prepareText(text: string, mediaType: string): PreparedResponse<string> {
  const bytes = Buffer.from(text)
  return prepared(bytes, tagOf(bytes), `${mediaType}; charset=utf-8`)
}

function prepared<T>(text: Buffer, tag: string, type: string): PreparedResponse<T> {
  const bodies = new Map<Encoding, Promise<Buffer>>()
  return {
    type,
    tag,
    bytes: text.length,
    body(encoding) {
      const body = bodies.get(encoding) ?? compress(text, encoding)
      bodies.set(encoding, body)
      return body
    },
  }
}

/** Does work in the turn of the caller who asks: `queued` of a call. */
type Turn = <R>(work: () => Promise<R>) => Promise<R>

interface ResponseKey {
  question: string
  /** Of what it is about: the answer about one takes the place of that about another. */
  version: string
}

export interface ResponseCache {
  /**
   * The answer to one question about one version of a document, built at most once while it is
   * remembered.
   *
   * @param build makes the value that is sent as JSON
   * @param source the document, when the answer shows a part of it and is to have its tag
   */
  answer<T>(key: ResponseKey, build: () => T, source?: unknown): PreparedResponse<T>
  /** The answer of a key, made at most once while it is remembered. */
  kept<T>(key: ResponseKey, make: () => PreparedResponse<T>): PreparedResponse<T>
  /**
   * Replies with the answer of a key. One that is not known is made, and compressed, in its caller's turn,
   * unless somebody else has made it by then: it is work for one, however many wait for it. Of one question no two versions
   * are made at the same time.
   */
  respond<T, R>(
    key: ResponseKey,
    turn: Turn,
    make: () => PreparedResponse<T> | Promise<PreparedResponse<T>>,
    respond: (answer: PreparedResponse<T>) => Promise<R>,
  ): Promise<R>
}

/** Maximum size of all cached texts; their compressed bodies take a fraction of it. */
const MAX_BYTES = 32 * 1024 * 1024

/** Keeps the answers that were asked for last, up to a number of bytes. */
export function createResponseCache(maxBytes = MAX_BYTES): ResponseCache {
  const answers = new LRUCache<string, { version: string; answer: PreparedResponse<unknown> }>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }, question) => answer.bytes + question.length + 200,
  })
  const known = <T>({ question, version }: ResponseKey) => {
    const found = answers.get(question)
    return found?.version === version ? (found.answer as PreparedResponse<T>) : undefined
  }
  const keep = <T>({ question, version }: ResponseKey, answer: PreparedResponse<T>) => {
    answers.set(question, { version, answer })
    return answer
  }
  const kept = <T>(key: ResponseKey, make: () => PreparedResponse<T>) =>
    known<T>(key) ?? keep(key, make())

  const share = shareByKey<PreparedResponse<unknown>>()
  const inOrder = oneByOne()
  // What a list is made of is several times the list: two versions of it are not made, and compressed, at the same time.
  const madeOnce = <T>(
    { question, version }: ResponseKey,
    make: () => Promise<PreparedResponse<T>>,
  ) =>
    share(`${version} ${question}`, () => inOrder(question, make)) as Promise<PreparedResponse<T>>

  return {
    kept,
    answer: (key, build, source) => kept(key, () => prepareJson(build(), source)),
    async respond<T, R>(
      key: ResponseKey,
      turn: Turn,
      make: () => PreparedResponse<T> | Promise<PreparedResponse<T>>,
      respond: (answer: PreparedResponse<T>) => Promise<R>,
    ) {
      const answer = known<T>(key)
      if (answer) return respond(answer)
      return turn(async () => {
        const madeMeanwhile = known<T>(key)
        if (madeMeanwhile) return respond(madeMeanwhile)
        let first: { reply: R } | undefined
        const made = await madeOnce<T>(key, async () => {
          const mine = keep(key, await make())
          first = { reply: await respond(mine) }
          return mine
        })
        return first ? first.reply : respond(made)
      })
    },
  }
}

const ofValues = new WeakMap<object, PreparedResponse<unknown>>()

/**
 * The answer that is one whole value, prepared once for as long as the value lives: stored documents
 * and answers of other systems are one object for each version.
 */
export function preparedJsonOf<T extends object>(value: T): PreparedResponse<T> {
  const known = ofValues.get(value)
  if (known) return known as PreparedResponse<T>
  const answer = prepareJson(value)
  ofValues.set(value, answer)
  return answer
}
