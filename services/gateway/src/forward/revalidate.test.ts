import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { SHARED_READ_HEADERS } from '@landscape/http/request/shared-read'
import { noResponse, type UpstreamRequest } from './send.ts'
import type { Upstream } from './upstream.ts'
import {
  revalidate,
  type SharedResponse,
  createMemoryBudget,
  type MemoryBudget,
} from './revalidate.ts'
import type { SharedRequest } from './shareable.ts'

const SHARED = { etag: 'W/"2"', 'cache-control': 'public, no-cache' }
const known: SharedResponse = {
  etag: 'W/"1"',
  headers: { etag: 'W/"1"', age: '7', warning: '110 - "stale"', 'x-own': 'kept', 'x-new': 'old' },
  body: Buffer.from('first'),
}

/** A response of a service; the body `open` never ends. */
function responseWith(
  statusCode: number,
  headers: Record<string, string>,
  body: Buffer | 'open' = Buffer.from('second'),
) {
  const stream = body === 'open' ? new Readable({ read() {} }) : Readable.from([body])
  const rawHeaders = Object.entries(headers).flat()
  return Object.assign(stream, { statusCode, headers, rawHeaders }) as Readable as IncomingMessage
}

/** Revalidates with this response of the service; also returns the requests that were sent. */
function revalidateWith(
  response: IncomingMessage | Promise<IncomingMessage>,
  {
    change = {},
    budget = createMemoryBudget(8_000),
    timeoutMs = 60_000,
    ...own
  }: {
    change?: Partial<SharedRequest>
    budget?: MemoryBudget
    known?: SharedResponse
    timeoutMs?: number
  } = {},
) {
  const sent: UpstreamRequest[] = []
  const upstream: Partial<Upstream> = {
    service: 'data',
    send: async (_replica, request) => {
      sent.push(request)
      return response
    },
    exchange: async ({ send }, read) => {
      const response = await send(new URL('http://127.0.0.1'), { traceparent: 'trace' })
      return read(response).catch((error: unknown) => {
        throw noResponse('data', error)
      })
    },
  }
  const found = revalidate(upstream as Upstream, {
    shared: {
      audience: 'anonymous',
      target: '/api/csv?a=b',
      encoding: 'br',
      format: 'json',
      ...change,
    },
    requestId: 'mine',
    cached: own.known,
    identity: undefined,
    budget,
    timeoutMs,
  })
  return { found, sent }
}

const length = { 'content-length': '6' }

describe('the request of a revalidation', () => {
  it('has no headers of a caller, and the mark of a shared read', async () => {
    const { found, sent } = revalidateWith(responseWith(200, { ...SHARED, ...length }))
    await found
    expect(sent[0]).toMatchObject({ path: '/api/csv?a=b', signal: { aborted: false } })
    expect(sent[0]?.headers).toEqual({
      'x-request-id': 'mine',
      'accept-encoding': 'br',
      ...SHARED_READ_HEADERS,
      'x-landscape-service': 'data',
      traceparent: 'trace',
    })
  })

  it('names the format of rows and the cached version', async () => {
    const rows = { format: 'csv' as const, encoding: 'identity' as const }
    const { found, sent } = revalidateWith(responseWith(200, SHARED), { change: rows, known })
    await found
    expect(sent[0]?.headers).toMatchObject({
      'accept-encoding': 'identity',
      'if-none-match': 'W/"1"',
      accept: expect.stringContaining('text/csv'),
    })
  })
})

describe('revalidate', () => {
  it('returns the response without headers of one connection or request', async () => {
    const theirs = { 'x-request-id': 'mine', connection: 'x-hop', 'x-hop': 'a', vary: 'Accept' }
    const { found } = revalidateWith(responseWith(200, { ...SHARED, ...length, ...theirs }))
    expect(await found).toEqual({
      etag: 'W/"2"',
      headers: { ...SHARED, 'content-length': 6, vary: 'Accept' },
      body: Buffer.from('second'),
    })
  })

  it('keeps no more memory than the body', async () => {
    const response = await revalidateWith(responseWith(200, { ...SHARED, ...length })).found
    expect(response?.body.buffer.byteLength).toBe(6)
  })

  it('returns the cached response with the headers of a 304', async () => {
    const still = { ...SHARED, etag: 'W/"1"', 'x-new': 'new' }
    const response = responseWith(304, { ...still, 'content-length': '0' }, Buffer.alloc(0))
    const { found } = revalidateWith(response, { known })
    expect(await found).toEqual({
      ...known,
      headers: { ...still, 'x-own': 'kept' },
    })
    // Its connection can be reused.
    await finished(response)
  })

  it.each([
    ['names another version', 304, { ...SHARED, etag: 'W/"3"' }],
    ['has no length', 200, SHARED],
    ['has another encoding', 200, { ...SHARED, ...length, 'content-encoding': 'gzip' }],
    ['is an error', 503, { ...SHARED, ...length }],
    ['is private', 200, { ...SHARED, ...length, 'cache-control': 'private' }],
    ['exceeds the maximum size', 200, { ...SHARED, 'content-length': '1001' }],
  ])('returns undefined when the response %s', async (_name, status, headers) => {
    const budget = createMemoryBudget(8_000)
    expect(
      await revalidateWith(responseWith(status, headers), { known, budget }).found,
    ).toBeUndefined()
    // No bytes stay reserved.
    expect(budget.reserve(8_000)).toBeDefined()
  })

  it('returns a new body with the cached tag', async () => {
    const { found } = revalidateWith(responseWith(200, { ...SHARED, ...length, etag: 'W/"1"' }), {
      known,
    })
    expect(await found).toMatchObject({ etag: 'W/"1"', body: Buffer.from('second') })
  })

  it('returns undefined when the cached version has become private', async () => {
    const headers = { etag: 'W/"1"', 'cache-control': 'private' }
    expect(await revalidateWith(responseWith(304, headers), { known }).found).toBeUndefined()
  })

  it('returns undefined for a 304 without a cached response', async () => {
    expect(await revalidateWith(responseWith(304, SHARED)).found).toBeUndefined()
    expect(await revalidateWith(responseWith(304, {})).found).toBeUndefined()
  })

  it('rejects a response that ends early, and releases its bytes', async () => {
    const budget = createMemoryBudget(48)
    const broken = responseWith(200, { ...SHARED, ...length }, 'open')
    const { found } = revalidateWith(broken, { budget })
    broken.destroy(new Error('broken off'))
    await expect(found).rejects.toMatchObject({ code: 'upstream-unavailable' })
    expect(budget.reserve(48)).toBeDefined()
  })

  it('reserves bytes only while the body arrives', async () => {
    const budget = createMemoryBudget(48)
    const arriving = responseWith(200, { ...SHARED, ...length }, 'open')
    const { found } = revalidateWith(arriving, { budget })
    await new Promise(setImmediate)
    expect(budget.reserve(43)).toBeUndefined()
    const full = budget.reserve(42)
    expect(
      await revalidateWith(responseWith(200, { ...SHARED, ...length }), { budget }).found,
    ).toBeUndefined()
    full?.()
    arriving.push('second')
    arriving.push(null)
    expect((await found)?.body.toString()).toBe('second')
    expect(budget.reserve(48)).toBeDefined()
  })
})

describe('the time-out of a revalidation', () => {
  const SOON = 20
  const isOver = async (sent: readonly UpstreamRequest[]) => {
    await sleep(5 * SOON)
    return sent[0]?.signal?.aborted
  }

  it('cancels a request without a response', async () => {
    const never = new Promise<IncomingMessage>(() => {})
    const { sent } = revalidateWith(never, { timeoutMs: SOON })
    expect(await isOver(sent)).toBe(true)
  })

  it.each([
    ['shareable', 200, { ...SHARED, 'content-length': '6' }],
    ['discarded', 404, { 'content-length': '6' }],
  ])('cancels a %s response that does not end', async (_name, status, headers) => {
    const { found, sent } = revalidateWith(responseWith(status, headers, 'open'), {
      timeoutMs: SOON,
    })
    found.catch(() => {})
    expect(await isOver(sent)).toBe(true)
  })

  it.each([
    ['shareable', 200, { ...SHARED, 'content-length': '6' }],
    ['discarded', 404, { 'content-length': '6' }],
  ])('is cleared at the end of a %s response', async (_name, status, headers) => {
    const { found, sent } = revalidateWith(responseWith(status, headers), { timeoutMs: SOON })
    await found
    expect(await isOver(sent)).toBe(false)
  })

  it('is cleared when the service fails', async () => {
    const { found, sent } = revalidateWith(Promise.reject(new Error('failed')), { timeoutMs: SOON })
    await expect(found).rejects.toThrow()
    expect(await isOver(sent)).toBe(false)
  })
})

describe('a response that is not shareable', () => {
  const unshareable = (size?: number) =>
    responseWith(
      404,
      size === undefined ? {} : { 'content-length': String(size) },
      size === undefined || size > 65_536 ? 'open' : Buffer.alloc(size),
    )

  it('is drained when it is short', async () => {
    const response = unshareable(65_536)
    await revalidateWith(response).found
    await finished(response)
  })

  it.each([65_537, undefined])('is aborted when it is long: %s bytes', async (size) => {
    const response = unshareable(size)
    await revalidateWith(response).found
    expect(response.destroyed).toBe(true)
  })
})
