import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { noResponse, type UpstreamRequest } from './send.ts'
import type { RetryableRequest } from './retries.ts'
import type { Upstream } from './upstream.ts'
import { revalidate, type SharedResponse } from './revalidate.ts'
import { createMemoryBudget, type MemoryBudget } from './memory-budget.ts'
import type { SharedRequest } from './shareable.ts'

const SHARED = { etag: 'W/"2"', 'cache-control': 'public, no-cache' }
const known: SharedResponse = {
  etag: 'W/"1"',
  headers: { etag: 'W/"1"', age: '7', warning: '110 - "stale"', 'x-own': 'kept', 'x-new': 'old' },
  body: Buffer.from('first'),
}

/** An answer of a service; `open`: its body never ends. */
function answered(
  statusCode: number,
  headers: Record<string, string>,
  body: Buffer | 'open' = Buffer.from('second'),
) {
  const stream = body === 'open' ? new Readable({ read() {} }) : Readable.from([body])
  const rawHeaders = Object.entries(headers).flat()
  return Object.assign(stream, { statusCode, headers, rawHeaders }) as Readable as IncomingMessage
}

/** What comes of a question whose answer is this, and what was asked. */
function asking(
  answer: IncomingMessage | Promise<IncomingMessage>,
  {
    question = {},
    budget = createMemoryBudget(8_000),
    timeoutMs = 60_000,
    ...own
  }: {
    question?: Partial<SharedRequest>
    budget?: MemoryBudget
    known?: SharedResponse
    timeoutMs?: number
  } = {},
) {
  const asked: UpstreamRequest[] = []
  const upstream: Partial<Upstream> = {
    service: 'data',
    send: async (_replica, question) => {
      asked.push(question)
      return answer
    },
    exchange: async ({ send }: RetryableRequest, read) => {
      const response = await send(new URL('http://127.0.0.1'), { traceparent: 'where' })
      return read(response, {} as never).catch((error: unknown) => {
        throw noResponse('data', error)
      })
    },
  }
  const found = revalidate(upstream as Upstream, {
    shared: { target: '/api/csv?a=b', encoding: 'br', format: 'json', ...question },
    requestId: 'mine',
    cached: own.known,
    budget,
    timeoutMs,
  })
  return { found, asked }
}

const length = { 'content-length': '6' }

describe('the question', () => {
  it('says only what is asked for, and that nothing is to be worked out', async () => {
    const { found, asked } = asking(answered(200, { ...SHARED, ...length }))
    await found
    expect(asked[0]).toMatchObject({ path: '/api/csv?a=b', signal: { aborted: false } })
    expect(asked[0]?.headers).toEqual({
      'x-request-id': 'mine',
      'accept-encoding': 'br',
      'cache-control': 'only-if-cached',
      'x-landscape-service': 'data',
      traceparent: 'where',
    })
  })

  it('names the format of rows, and the version that is known', async () => {
    const rows = { format: 'csv' as const, encoding: 'identity' as const }
    const { found, asked } = asking(answered(200, SHARED), { question: rows, known })
    await found
    expect(asked[0]?.headers).toMatchObject({
      'accept-encoding': 'identity',
      'if-none-match': 'W/"1"',
      accept: expect.stringContaining('text/csv'),
    })
  })
})

describe('the answer', () => {
  it('is as clients get it, without what belongs to one connection or one request', async () => {
    const theirs = { 'x-request-id': 'mine', connection: 'x-hop', 'x-hop': 'a', vary: 'Accept' }
    const { found } = asking(answered(200, { ...SHARED, ...length, ...theirs }))
    expect(await found).toEqual({
      etag: 'W/"2"',
      headers: { ...SHARED, 'content-length': 6, vary: 'Accept' },
      body: Buffer.from('second'),
    })
  })

  it('occupies no more memory than its body', async () => {
    const answer = await asking(answered(200, { ...SHARED, ...length })).found
    expect(answer?.body.buffer.byteLength).toBe(6)
  })

  it('is the known one that still holds, without what no longer does', async () => {
    const still = { ...SHARED, etag: 'W/"1"', 'x-new': 'new' }
    const answer = answered(304, { ...still, 'content-length': '0' }, Buffer.alloc(0))
    const { found } = asking(answer, { known })
    expect(await found).toEqual({
      ...known,
      headers: { ...still, 'x-own': 'kept' },
    })
    // So that its connection can be used again.
    await finished(answer)
  })

  it.each([
    ['says that another version holds', 304, { ...SHARED, etag: 'W/"3"' }],
    ['has no length', 200, SHARED],
    ['is of another encoding', 200, { ...SHARED, ...length, 'content-encoding': 'gzip' }],
    ['is no success', 503, { ...SHARED, ...length }],
    ['is not for everybody', 200, { ...SHARED, ...length, 'cache-control': 'private' }],
    ['has more bytes than one may have', 200, { ...SHARED, 'content-length': '1001' }],
  ])('is none that %s', async (_what, status, headers) => {
    const budget = createMemoryBudget(8_000)
    expect(await asking(answered(status, headers), { known, budget }).found).toBeUndefined()
    // It takes no room either.
    expect(budget.reserve(8_000)).toBeDefined()
  })

  it('is what it says, also under the tag that is known', async () => {
    const { found } = asking(answered(200, { ...SHARED, ...length, etag: 'W/"1"' }), { known })
    expect(await found).toMatchObject({ etag: 'W/"1"', body: Buffer.from('second') })
  })

  it('is none of a known version that is no longer for everybody', async () => {
    const headers = { etag: 'W/"1"', 'cache-control': 'private' }
    expect(await asking(answered(304, headers), { known }).found).toBeUndefined()
  })

  it('is none that says "not modified" to who knows nothing', async () => {
    expect(await asking(answered(304, SHARED)).found).toBeUndefined()
    expect(await asking(answered(304, {})).found).toBeUndefined()
  })

  it('fails when it breaks off, and gives back the room that it took', async () => {
    const budget = createMemoryBudget(48)
    const broken = answered(200, { ...SHARED, ...length }, 'open')
    const { found } = asking(broken, { budget })
    broken.destroy(new Error('broken off'))
    await expect(found).rejects.toMatchObject({ code: 'upstream-unavailable' })
    expect(budget.reserve(48)).toBeDefined()
  })

  it('has room only while it comes in', async () => {
    const budget = createMemoryBudget(48)
    const comes = answered(200, { ...SHARED, ...length }, 'open')
    const { found } = asking(comes, { budget })
    await new Promise(setImmediate)
    expect(budget.reserve(43)).toBeUndefined()
    const full = budget.reserve(42)
    expect(await asking(answered(200, { ...SHARED, ...length }), { budget }).found).toBeUndefined()
    full?.()
    comes.push('second')
    comes.push(null)
    expect((await found)?.body.toString()).toBe('second')
    expect(budget.reserve(48)).toBeDefined()
  })
})

describe('the time of a question', () => {
  const SOON = 20
  const isOver = async (asked: readonly UpstreamRequest[]) => {
    await sleep(5 * SOON)
    return asked[0]?.signal?.aborted
  }

  it('is over while nobody answers', async () => {
    const never = new Promise<IncomingMessage>(() => {})
    const { asked } = asking(never, { timeoutMs: SOON })
    expect(await isOver(asked)).toBe(true)
  })

  it.each([
    ['is taken', 200, { ...SHARED, 'content-length': '6' }],
    ['nobody takes', 404, { 'content-length': '6' }],
  ])('is over while an answer that %s does not end', async (_what, status, headers) => {
    const { found, asked } = asking(answered(status, headers, 'open'), { timeoutMs: SOON })
    found.catch(() => {})
    expect(await isOver(asked)).toBe(true)
  })

  it.each([
    ['is taken', 200, { ...SHARED, 'content-length': '6' }],
    ['nobody takes', 404, { 'content-length': '6' }],
  ])('ends with an answer that %s: nothing is kept until then', async (_what, status, headers) => {
    const { found, asked } = asking(answered(status, headers), { timeoutMs: SOON })
    await found
    expect(await isOver(asked)).toBe(false)
  })

  it('ends when the service fails', async () => {
    const { found, asked } = asking(Promise.reject(new Error('refused')), { timeoutMs: SOON })
    await expect(found).rejects.toThrow()
    expect(await isOver(asked)).toBe(false)
  })
})

describe('an answer that nobody takes', () => {
  const refused = (size?: number) =>
    answered(
      404,
      size === undefined ? {} : { 'content-length': String(size) },
      size === undefined || size > 65_536 ? 'open' : Buffer.alloc(size),
    )

  it('is read to its end when it is short, so that its connection can be used again', async () => {
    const answer = refused(65_536)
    await asking(answer).found
    await finished(answer)
  })

  it.each([65_537, undefined])('is cut off when it is long: %s bytes', async (size) => {
    const answer = refused(size)
    await asking(answer).found
    expect(answer.destroyed).toBe(true)
  })
})
