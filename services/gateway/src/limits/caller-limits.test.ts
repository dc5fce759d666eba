import { EventEmitter } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { announcedOn } from '../../test/announced.ts'
import { createPrefixFinder, prefixesWith } from '../proxy/prefixes.ts'
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

/** A request as it is counted, what was put on its answer, and how to end it. */
function asked(url: string | undefined, { method = 'GET', address = '192.0.2.1' } = {}) {
  const res = Object.assign(new EventEmitter(), {
    closed: false,
    destroyed: false,
  })
  const prefix = findPrefix(url ?? '')
  const counted = { req: { method, url }, res, address, prefix } as unknown as RateLimitInput
  return { counted, res, headers: () => announcedOn(res), end: () => res.emit('close') }
}

describe('createRateLimit', () => {
  /** A counter that says what it is told to, and the keys it was asked for. */
  function limitOf(perMinute: number, hits: { count: number; resetMs: number }) {
    const keys: string[] = []
    const hit = (key: string) => {
      keys.push(key)
      return hits
    }
    return { limit: createRateLimit(perMinute, { hit }), keys }
  }

  it.each([
    ['/api/csv', 'general:ip:192.0.2.1'],
    ['/api/health', 'health:ip:192.0.2.1'],
    ['/admin/api/banners', 'admin:ip:192.0.2.1'],
    ['/review/api/tech-radar', 'admin:ip:192.0.2.1'],
    ['/assistant/api/seats', 'external:ip:192.0.2.1'],
    ['/nothing', 'general:ip:192.0.2.1'],
    [undefined, 'general:ip:192.0.2.1'],
  ])('counts %s as %s', async (url, key) => {
    const { limit, keys } = limitOf(5, { count: 1, resetMs: 60_000 })
    await limit(asked(url).counted, undefined)
    expect(keys).toEqual([key])
  })

  it('goes by identity wherever one is called from, else by network', async () => {
    const { limit, keys } = limitOf(5, { count: 1, resetMs: 60_000 })
    await limit(asked('/api/csv').counted, KIM)
    await limit(asked('/api/csv', { address: '2001:db8:0:1:2:3:4:5' }).counted, undefined)
    expect(keys).toEqual(['general:id:kim', 'general:ip:2001:db8:0:1::/64'])
  })

  it.each([
    ['first', { count: 1, resetMs: 60_000 }, '"minute";r=1;t=60'],
    ['last', { count: 2, resetMs: 1_001 }, '"minute";r=0;t=2'],
  ])('lets the %s hit pass, and says how many are left', async (_which, hits, left) => {
    const { counted, headers } = asked('/api/csv')
    await limitOf(2, hits).limit(counted, KIM)
    expect(headers()).toEqual({ 'ratelimit-policy': '"minute";q=2;w=60', ratelimit: left })
  })

  it.each([
    ['requests from this IP, please try again later.', '/api/csv', 59_001, 60],
    ['admin requests from this IP, please try again later.', '/admin/api/banners', 0, 1],
    ['requests to external APIs, please try again later.', '/assistant/api/seats', 1_000, 1],
    ['health check requests.', '/api/health', 1_001, 2],
  ])('refuses too many %s', async (text, url, resetMs, retryAfter) => {
    const { counted, headers } = asked(url)
    await expect(
      Promise.try(limitOf(2, { count: 3, resetMs }).limit, counted, KIM),
    ).rejects.toMatchObject({
      code: 'rate-limited',
      message: `Too many ${text}`,
      reason: 'per minute',
      retryAfter,
      extensions: { retryAfter: '1 minute' },
    })
    expect(headers()['ratelimit']).toMatch(/^"minute";r=0;t=/)
  })

  it('waits where hits are counted elsewhere', async () => {
    const counts = [1, 2]
    const hit = async () => ({ count: counts.shift() ?? 3, resetMs: 1_000 })
    const limit = createRateLimit(1, { hit })
    const { counted, headers } = asked('/api/csv')
    await limit(counted, KIM)
    expect(headers()).toMatchObject({ ratelimit: '"minute";r=0;t=1' })
    await expect(limit(counted, KIM)).rejects.toMatchObject({ code: 'rate-limited' })
  })

  it('is off at 0, and for probes', async () => {
    const off = limitOf(0, { count: 1, resetMs: 1 })
    await off.limit(asked('/api/csv').counted, KIM)
    const on = limitOf(1, { count: 9, resetMs: 1 })
    for (const [method, url] of PROBES) await on.limit(asked(url, { method }).counted, undefined)
    expect([...off.keys, ...on.keys]).toEqual([])
  })

  it.each([
    ['POST', '/livez'],
    ['GET', '/livez/'],
    ['GET', '/?/livez'],
  ])('takes %s %s for no probe', async (method, url) => {
    const { limit } = limitOf(1, { count: 2, resetMs: 1 })
    await expect(
      Promise.try(limit, asked(url, { method }).counted, undefined),
    ).rejects.toMatchObject({
      code: 'rate-limited',
    })
  })
})

describe('createConcurrencyLimit', () => {
  const tooMany = expect.objectContaining({
    code: 'rate-limited',
    message: 'Too many concurrent requests. Wait for responses before sending more.',
    reason: 'at once',
    retryAfter: 1,
  })

  it('lets one in for one that ends, and no more', async () => {
    const limit = createConcurrencyLimit(2)
    const [first, second, third, fourth] = Array.from({ length: 4 }, () => asked('/api/csv'))
    await limit(first!.counted, KIM)
    await limit(second!.counted, KIM)
    await expect(Promise.try(limit, third!.counted, KIM)).rejects.toEqual(tooMany)
    first!.end()
    await limit(third!.counted, KIM)
    await expect(Promise.try(limit, fourth!.counted, KIM)).rejects.toEqual(tooMany)
    second!.end()
    third!.end()
    await limit(fourth!.counted, KIM)
    await limit(asked('/api/csv').counted, KIM)
    await expect(Promise.try(limit, asked('/api/csv').counted, KIM)).rejects.toEqual(tooMany)
  })

  it('counts each caller by himself', async () => {
    const limit = createConcurrencyLimit(1)
    await limit(asked('/api/csv').counted, KIM)
    await limit(asked('/api/csv').counted, undefined)
    await limit(asked('/api/csv', { address: '192.0.2.2' }).counted, undefined)
    await expect(Promise.try(limit, asked('/nothing').counted, undefined)).rejects.toEqual(tooMany)
  })

  it.each(['closed', 'destroyed'] as const)('takes no place for a client gone: %s', async (how) => {
    const limit = createConcurrencyLimit(1)
    const { counted, res } = asked('/api/csv')
    res[how] = true
    await limit(counted, KIM)
    await limit(asked('/api/csv').counted, KIM)
  })

  it('is off at 0, and for probes', async () => {
    await createConcurrencyLimit(0)(asked('/api/csv').counted, KIM)
    const limit = createConcurrencyLimit(1)
    for (const [method, url] of PROBES) await limit(asked(url, { method }).counted, undefined)
    await limit(asked('/api/csv').counted, undefined)
  })
})

describe('allOf', () => {
  it('waits for nobody when no limit does', () => {
    const said: string[] = []
    const says = (name: string) => () => void said.push(name)
    expect(allOf(says('first'), says('second'))(asked('/').counted, undefined)).toBeUndefined()
    expect(said).toEqual(['first', 'second'])
  })

  it('asks the limits in turn, until one refuses', async () => {
    const said: string[] = []
    const says = (name: string) => async () => void said.push(name)
    const refuses = () => Promise.reject(new Error('refused'))
    const limit = allOf(says('first'), refuses, says('second'))
    await expect(Promise.try(limit, asked('/').counted, undefined)).rejects.toThrow('refused')
    await allOf(says('third'))(asked('/').counted, undefined)
    expect(said).toEqual(['first', 'third'])
  })
})
