import { describe, expect, it } from '@jest/globals'
import { createResponse } from '../../test/response.ts'
import { createPrefixFinder, prefixesWith } from '../request/prefixes.ts'
import {
  allOf,
  createConcurrencyLimit,
  createRateLimit,
  type RateLimitInput,
} from './caller-limits.ts'

const findPrefix = createPrefixFinder(prefixesWith([], true))
const KIM = { subject: 'kim', email: 'kim@acme.example', groups: [] }
const PROBES = [
  ['GET', '/livez'],
  ['GET', '/readyz?x'],
  ['HEAD', '/livez'],
] as const

/** A request, the headers of its response, and a function that ends it. */
function requestTo(url: string | undefined, { method = 'GET', address = '192.0.2.1' } = {}) {
  const res = Object.defineProperty(createResponse(), 'closed', { value: false, writable: true })
  const prefix = findPrefix(url ?? '')
  const input = { req: { method, url }, res, address, prefix } as unknown as RateLimitInput
  return { input, res, headers: () => res.getHeaders(), end: () => res.emit('close') }
}

describe('createRateLimit', () => {
  it('counts an anonymous caller by network', async () => {
    const keys: string[] = []
    const hit = (key: string) => {
      keys.push(key)
      return { count: 1, resetMs: 60_000 }
    }
    const { input } = requestTo('/api/csv', { address: '2001:db8:0:1:2:3:4:5' })
    await createRateLimit(5, { hit })(input, undefined)
    expect(keys).toEqual(['general:ip:2001:db8:0:1::/64'])
  })

  it.each([
    [59_001, 60, 60],
    [1_000, 1, 1],
    [0, 0, 1],
  ])('rounds %i ms until the window ends up to seconds', async (resetMs, seconds, retryAfter) => {
    const { input, headers } = requestTo('/api/csv')
    const limit = createRateLimit(2, { hit: () => ({ count: 3, resetMs }) })
    await expect(Promise.try(limit, input, KIM)).rejects.toMatchObject({
      reason: 'per minute',
      retryAfter,
    })
    expect(headers()['ratelimit']).toBe(`"minute";r=0;t=${seconds}`)
  })

  it('waits for an asynchronous counter', async () => {
    const counts = [1, 2]
    const hit = async () => ({ count: counts.shift() ?? 3, resetMs: 1_000 })
    const limit = createRateLimit(1, { hit })
    const { input, headers } = requestTo('/api/csv')
    await limit(input, KIM)
    expect(headers()).toMatchObject({ ratelimit: '"minute";r=0;t=1' })
    await expect(limit(input, KIM)).rejects.toMatchObject({ code: 'rate-limited' })
  })
})

describe('createConcurrencyLimit', () => {
  const tooMany = expect.objectContaining({
    code: 'rate-limited',
    message: 'Too many concurrent requests. Wait for responses before sending more.',
    reason: 'at once',
    retryAfter: 1,
  })

  it('allows another request when one ends', async () => {
    const limit = createConcurrencyLimit(2)
    const [first, second, third, fourth] = Array.from({ length: 4 }, () => requestTo('/api/csv'))
    await limit(first!.input, KIM)
    await limit(second!.input, KIM)
    await expect(Promise.try(limit, third!.input, KIM)).rejects.toEqual(tooMany)
    first!.end()
    await limit(third!.input, KIM)
    await expect(Promise.try(limit, fourth!.input, KIM)).rejects.toEqual(tooMany)
    second!.end()
    third!.end()
    await limit(fourth!.input, KIM)
    await limit(requestTo('/api/csv').input, KIM)
    await expect(Promise.try(limit, requestTo('/api/csv').input, KIM)).rejects.toEqual(tooMany)
  })

  it('counts each caller separately', async () => {
    const limit = createConcurrencyLimit(1)
    await limit(requestTo('/api/csv').input, KIM)
    await limit(requestTo('/api/csv').input, undefined)
    await limit(requestTo('/api/csv', { address: '192.0.2.2' }).input, undefined)
    await expect(Promise.try(limit, requestTo('/nothing').input, undefined)).rejects.toEqual(
      tooMany,
    )
  })

  it.each(['closed', 'destroyed'] as const)(
    'does not count a client that has left: %s',
    async (how) => {
      const limit = createConcurrencyLimit(1)
      const { input, res } = requestTo('/api/csv')
      Object.assign(res, { [how]: true })
      await limit(input, KIM)
      await limit(requestTo('/api/csv').input, KIM)
    },
  )

  it('does not limit at 0, nor probes', async () => {
    await createConcurrencyLimit(0)(requestTo('/api/csv').input, KIM)
    const limit = createConcurrencyLimit(1)
    for (const [method, url] of PROBES) await limit(requestTo(url, { method }).input, undefined)
    await limit(requestTo('/api/csv').input, undefined)
  })
})

describe('allOf', () => {
  it('is synchronous when every limit is', () => {
    const applied: string[] = []
    const limitNamed = (name: string) => () => void applied.push(name)
    expect(
      allOf(limitNamed('first'), limitNamed('second'))(requestTo('/').input, undefined),
    ).toBeUndefined()
    expect(applied).toEqual(['first', 'second'])
  })

  it('applies the limits in order until one rejects', async () => {
    const applied: string[] = []
    const limitNamed = (name: string) => async () => void applied.push(name)
    const rejecting = () => Promise.reject(new Error('above the limit'))
    const limit = allOf(limitNamed('first'), rejecting, limitNamed('second'))
    await expect(Promise.try(limit, requestTo('/').input, undefined)).rejects.toThrow(
      'above the limit',
    )
    await allOf(limitNamed('third'))(requestTo('/').input, undefined)
    expect(applied).toEqual(['first', 'third'])
  })
})
