import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createConcurrencyLimit } from '../src/authorise/caller-limits.ts'
import { closeServers } from './gateway-fixture.ts'
import { held, PATH, SHARED, startSharedReads, three } from './shared-reads-fixture.ts'

afterAll(closeServers)

describe('the cache of shared reads', () => {
  it('releases memory after each response', async () => {
    const { get, warm, version, received } = await startSharedReads({
      sharedReadBytes: 100_000,
      upstreamLimits: { timeoutMs: 1_000, patienceMs: 0 },
    })
    await warm()
    for (let n = 0; n < 30; n++) {
      Object.assign(version, { text: `${n}`.repeat(5_000), tag: `W/"v${n}"` })
      expect(await get()).toMatchObject({ status: 200, text: version.text })
    }
    expect(received.filter(({ headers }) => headers['x-forwarded-for'] !== undefined)).toEqual([])
  })

  it('evicts the least recently used response', async () => {
    const { get, version, received } = await startSharedReads({ sharedReadBytes: 100_000 })
    version.text = 'x'.repeat(10_000)
    const path = (n: number) => `${PATH}?n=${n}`
    for (let n = 0; n < 20; n++) for (let time = 0; time < 2; time++) await get({}, path(n))
    received.length = 0
    await get({}, path(19))
    await get({}, path(0))
    expect(received.map(({ headers }) => headers['if-none-match'])).toEqual(['W/"1"', undefined])
  })
})

describe('a service that fails during a revalidation', () => {
  it('receives one retry after a reset connection', async () => {
    const { get, warm, script } = await startSharedReads()
    await warm()
    let broken = 0
    script.instead = (req) => {
      broken++
      script.instead = undefined
      req.socket.destroy()
    }
    expect(await Promise.all([get(), get()])).toMatchObject([{ text: 'first' }, { text: 'first' }])
    expect(broken).toBe(1)
  })

  it('returns its own error to each caller', async () => {
    const { get, warm, received, script } = await startSharedReads()
    await warm()
    script.instead = (_req, res) => void res.writeHead(500).end('broken')
    const responses = await Promise.all([get(), get(), get()])
    expect(responses.map(({ status, text: body }) => [status, body])).toEqual(
      three([500, 'broken']),
    )
    expect(received.filter(({ headers }) => headers['x-forwarded-for'] !== undefined)).toHaveLength(
      3,
    )
    script.instead = undefined
    expect((await get()).text).toBe('first')
  })

  it('causes a 502 when it closes the connection early', async () => {
    const { get, warm, version, script } = await startSharedReads()
    await warm()
    version.tag = 'W/"2"'
    script.instead = (req) => void req.socket.destroy()
    expect(await Promise.all([get(), get()])).toMatchObject([{ status: 502 }, { status: 502 }])
    script.instead = (req, res) => {
      res.writeHead(200, { ...SHARED, etag: 'W/"2"', 'content-length': '10' }).write('half')
      setTimeout(() => req.socket.destroy(), 20)
    }
    for (const response of await Promise.all([get(), get()])) {
      expect(response.status).toBe(502)
      expect(response.text).not.toContain('half')
    }
    script.instead = undefined
    expect((await get()).text).toBe('first')
  })

  it('delays joined callers by at most a second and later callers not at all', async () => {
    const { get, warm, script } = await startSharedReads()
    await warm()
    script.hold = new Promise(() => {})
    const hung: ReturnType<typeof get>[] = []
    for (let n = 0; n < 6; n++) {
      hung.push(get())
      await sleep(10)
    }
    await sleep(200)
    script.hold = undefined
    expect((await get()).text).toBe('first')
    for (const response of await Promise.all(hung)) expect(response.text).toBe('first')
  })
})

describe('limits of shared reads', () => {
  it('cancel a revalidation that exceeds its maximum wait', async () => {
    const { get, warm, script } = await startSharedReads({
      upstreamLimits: { timeoutMs: 60_000, patienceMs: 0 },
    })
    await warm()
    const ended = Promise.withResolvers<void>()
    script.instead = (req, res) => {
      if (req.headers['x-forwarded-for'] === undefined) res.once('close', ended.resolve)
      else res.end('mine')
    }
    expect((await get()).text).toBe('mine')
    await ended.promise
  })

  it('count each caller of a shared request', async () => {
    const { get, warm, script } = await startSharedReads({ limitCaller: createConcurrencyLimit(3) })
    await warm()
    const { promise, resolve } = held()
    script.hold = promise
    const all = Array.from({ length: 5 }, () => get())
    await sleep(200)
    resolve()
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.toSorted((a = 0, b = 0) => a - b)).toEqual([200, 200, 200, 429, 429])
  })
})
