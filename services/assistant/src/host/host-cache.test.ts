import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { createHostCache, type HostCache } from './host-cache.ts'

function setUp(request: Partial<Parameters<HostCache>[1]> = {}) {
  let time = 1_000_000
  let sent = 0
  let next: () => Promise<string> = async () => `response ${sent}`
  const failures: unknown[] = []
  const cached = createHostCache({
    freshMs: 1_000,
    staleMs: 10_000,
    maxStaleWaitMs: 20,
    maxWaitMs: 40,
    now: () => time,
    warn: (error) => failures.push(error),
  })
  const get = cached('seats', {
    freshMs: 1_000,
    send: () => {
      sent++
      return next()
    },
    ...request,
  })
  return {
    cached: { get: () => get(undefined) },
    of: cached,
    failures,
    sent: () => sent,
    wait: (ms: number) => (time += ms),
    respondWith: (response: () => Promise<string>) => (next = response),
  }
}

describe('createHostCache', () => {
  it('coalesces concurrent requests that fail', async () => {
    const { cached, sent, respondWith } = setUp()
    respondWith(() => Promise.reject(new Error('unavailable')))
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => cached.get()))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(sent()).toBe(1)
  })

  it('sends a new request when the cached response has expired', async () => {
    const { cached, wait } = setUp()
    expect(await cached.get()).toEqual({ value: 'response 1' })
    wait(999)
    expect(await cached.get()).toEqual({ value: 'response 1' })
    wait(2)
    expect(await cached.get()).toEqual({ value: 'response 2' })
  })

  it('sends no request before the retry-after of a failure ends', async () => {
    const { cached, wait, sent, respondWith } = setUp()
    respondWith(() => Promise.reject(new DomainError('failed', 'x', { retryAfter: 60 })))
    await expect(cached.get()).rejects.toThrow('x')
    wait(59_000)
    await expect(cached.get()).rejects.toThrow('x')
    expect(sent()).toBe(1)
    wait(1_001)
    respondWith(async () => 'back')
    expect(await cached.get()).toEqual({ value: 'back' })
  })

  it('discards the cached response when the host rejects the request', async () => {
    const { cached, wait, respondWith, failures } = setUp()
    await cached.get()
    wait(1_001)
    respondWith(() => Promise.reject(new DomainError('unauthenticated', 'no')))
    await expect(cached.get()).rejects.toThrow('no')
    await expect(cached.get()).rejects.toThrow('no')
    expect(failures).toEqual([])
  })
})

describe('createHostCache while the host does not respond', () => {
  const hangs = () => new Promise<string>(() => {})

  it('returns the last response, marked as stale, to every caller', async () => {
    const { cached, wait, respondWith, sent } = setUp()
    await cached.get()
    wait(2_000)
    respondWith(hangs)
    const values = await Promise.all([cached.get(), cached.get()])
    expect([...values, await cached.get()]).toEqual(
      Array.from({ length: 3 }, () => ({ value: 'response 1', staleSeconds: 2 })),
    )
    expect(sent()).toBe(2)
  })

  it('fails after the maximum wait without a usable response', async () => {
    const { cached, respondWith } = setUp()
    respondWith(hangs)
    await expect(cached.get()).rejects.toThrow('Unable to load seats')
    const old = setUp()
    await old.cached.get()
    old.wait(10_001)
    old.respondWith(hangs)
    await expect(old.cached.get()).rejects.toThrow('Unable to load seats')
  })

  it('caches a response that arrives after the maximum wait', async () => {
    const { cached, respondWith } = setUp()
    const response = Promise.withResolvers<string>()
    respondWith(() => response.promise)
    await expect(cached.get()).rejects.toThrow('Unable to load seats')
    response.resolve('at last')
    await response.promise
    expect(await cached.get()).toEqual({ value: 'at last' })
  })
})

describe('createHostCache with keys', () => {
  const keyOf = (subject: string) => subject

  it('rejects requests beyond the concurrency limit', async () => {
    const { of } = setUp()
    const release = Promise.withResolvers<string>()
    const get = of<string, string>('teams', {
      send: () => release.promise,
      freshMs: 1_000,
      keyOf,
      max: 10,
      maxInFlight: 2,
    })
    const pending = [get('a'), get('b'), get('a')]
    await expect(get('c')).rejects.toMatchObject({ code: 'unavailable' })
    release.resolve('x')
    expect(await Promise.all(pending)).toHaveLength(3)
    expect(await get('d')).toEqual({ value: 'x' })
  })

  it('caches by key and evicts the least recently used', async () => {
    const { of } = setUp()
    const sent: string[] = []
    const get = of<number, string>('teams', {
      send: async (subject) => sent.push(subject),
      freshMs: 1_000,
      keyOf,
      max: 2,
    })
    for (const subject of ['a', 'b', 'a', 'c', 'a', 'b']) await get(subject)
    expect(sent).toEqual(['a', 'b', 'c', 'b'])
  })
})
