import { setTimeout as sleep } from 'node:timers/promises'
import { hasRedis, startRedis } from '@landscape/dev/redis-server'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { afterAll, describe, expect, it } from '@jest/globals'
import { openCounter } from '../src/authorise/redis-counter.ts'
import { closeServers, echoService } from './gateway-fixture.ts'
import { startGateway, startIdp } from './running-gateway.ts'

const kim = { email: 'kim@acme.example', groups: ['admin'] }
/** The timeout exceeds that of production because the machine may be busy. */
const MINUTE = { windowMs: 60_000, limit: 600, timeoutMs: 2_000 }
afterAll(closeServers)

function captured() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const logger = createLogger({ service: 'gateway', level: 'info', destination })
  const countOf = (text: string) => lines.filter((line) => line.includes(text)).length
  return { logger, countOf }
}

// Requires `redis-server`, for example from Debian's package.
;(hasRedis() ? describe : describe.skip)('openCounter', () => {
  it('counts across gateways, and per gateway while Redis is unavailable', async () => {
    const redis = await startRedis()
    const { logger, countOf } = captured()
    const one = await openCounter(redis.url, { ...MINUTE, logger })
    const two = await openCounter(redis.url, { ...MINUTE, logger })
    try {
      const counts = await Promise.all(
        Array.from({ length: 40 }, async (_, i) => (await (i % 2 ? one : two).hit('id:1')).count),
      )
      expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
      const { resetMs } = await one.hit('id:1')
      expect(resetMs).toBeGreaterThan(0)
      expect(resetMs).toBeLessThanOrEqual(60_000)
      expect((await two.hit('id:2')).count).toBe(1)

      await redis.stop()
      expect((await one.hit('id:1')).count).toBe(1)
      expect((await one.hit('id:1')).count).toBe(2)
      expect((await two.hit('id:1')).count).toBe(1)
      expect(countOf('Redis is unavailable')).toBe(2)
    } finally {
      one.close()
      two.close()
      await redis.stop()
    }
  })

  it('waits once for a frozen Redis and logs each state change once', async () => {
    const redis = await startRedis()
    const { logger, countOf } = captured()
    const counter = await openCounter(redis.url, { ...MINUTE, logger })
    try {
      for (let i = 0; i < 5; i++) await counter.hit('id:1')
      redis.signal('SIGSTOP')
      // Requests in flight wait together.
      await Promise.all([counter.hit('id:1'), counter.hit('id:1')])
      // Later hits are values instead of promises.
      expect(counter.hit('id:1')).toMatchObject({ count: 3 })
      expect(countOf('Redis is unavailable')).toBe(1)

      redis.signal('SIGCONT')
      while (countOf('Redis is available again') === 0) await sleep(25)
      expect((await counter.hit('id:1')).count).toBeGreaterThan(5)
      expect(countOf('Redis is unavailable')).toBe(1)
      expect(countOf('Redis is available again')).toBe(1)
    } finally {
      counter.close()
      await redis.stop()
    }
  })

  it('discards an expired window', async () => {
    const redis = await startRedis()
    const logger = createLogger({
      service: 'gateway',
      level: 'silent',
      destination: { write() {} },
    })
    const counter = await openCounter(redis.url, { ...MINUTE, windowMs: 100, logger })
    try {
      await counter.hit('id:1')
      await sleep(150)
      expect((await counter.hit('id:1')).count).toBe(1)
    } finally {
      counter.close()
      await redis.stop()
    }
  })
})

;(hasRedis() ? describe : describe.skip)('a gateway with Redis', () => {
  it('reports an unavailable Redis in /readyz until it is available', async () => {
    const redis = await startRedis()
    const idp = await startIdp()
    const settings = { ...idp.settings, RATE_LIMIT_PER_MINUTE: '600', REDIS_URL: redis.url }
    const gateway = await startGateway(settings)
    const state = async () => {
      const response = await fetch(`${gateway.url}/readyz`)
      const { checks } = (await response.json()) as { checks: Record<string, string> }
      return [response.status, checks['redis']]
    }
    try {
      expect(await state()).toEqual([200, 'ok'])
      redis.signal('SIGSTOP')
      await fetch(`${gateway.url}/api/csv`)
      while ((await state())[1] === 'ok') await sleep(100)
      expect(await state()).toEqual([200, 'degraded'])
      redis.signal('SIGCONT')
      while ((await state())[1] !== 'ok') await sleep(100)
    } finally {
      await gateway.stop()
      await redis.stop()
    }
  })

  it('shares one limit with another gateway process', async () => {
    const redis = await startRedis()
    const idp = await startIdp()
    const { url } = await echoService('any')
    const settings = {
      ...idp.settings,
      PROJECTS_URL: url,
      RATE_LIMIT_PER_MINUTE: '4',
      REDIS_URL: redis.url,
    }
    const gateways = [await startGateway(settings), await startGateway(settings)]
    try {
      const headers = { authorization: idp.issuer.idToken(kim) }
      const statuses: number[] = []
      for (let i = 0; i < 6; i++) {
        const { url } = gateways[i % 2]!
        statuses.push((await fetch(`${url}/api/v1/projects`, { headers })).status)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    } finally {
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      await redis.stop()
    }
  })
})
