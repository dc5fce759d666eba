import { setTimeout as sleep } from 'node:timers/promises'
import { hasRedis, startRedis } from '@landscape/dev/redis-server'
import { createLogger } from '@landscape/runtime'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createRedisCounter } from '../src/limits/redis-counter.ts'
import { closeServers, echoService } from './gateway-fixture.ts'
import { startGateway, startIdp } from './running-gateway.ts'

const kim = { email: 'kim@acme.example', groups: ['admin'] }
/** More patient than in production: the machine of a test may be busy. */
const MINUTE = { windowMs: 60_000, limit: 600, timeoutMs: 2_000 }
afterAll(closeServers)

function captured() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const logger = createLogger({ service: 'gateway', level: 'info', destination })
  const said = (text: string) => lines.filter((line) => line.includes(text)).length
  return { logger, said }
}

// Debian's package redis-server; without it these are skipped.
;(hasRedis() ? describe : describe.skip)('with a real Redis', () => {
  it('gateways count together, and each for itself while Redis is away', async () => {
    const redis = await startRedis()
    const { logger, said } = captured()
    const one = await createRedisCounter(redis.url, { ...MINUTE, logger })
    const two = await createRedisCounter(redis.url, { ...MINUTE, logger })
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
      expect(said('Redis is unavailable')).toBe(2)
    } finally {
      one.close()
      two.close()
      await redis.stop()
    }
  })

  it('does not wait for a frozen Redis again and again, and says once that it went and came back', async () => {
    const redis = await startRedis()
    const { logger, said } = captured()
    const counter = await createRedisCounter(redis.url, { ...MINUTE, logger })
    try {
      for (let i = 0; i < 5; i++) await counter.hit('id:1')
      redis.signal('SIGSTOP')
      // Those under way when it froze wait once, together.
      await Promise.all([counter.hit('id:1'), counter.hit('id:1')])
      // From then on nobody waits: these are hits, not a promise of them.
      expect(counter.hit('id:1')).toMatchObject({ count: 3 })
      expect(said('Redis is unavailable')).toBe(1)

      redis.signal('SIGCONT')
      while (said('Redis is available again') === 0) await sleep(25)
      expect((await counter.hit('id:1')).count).toBeGreaterThan(5)
      expect(said('Redis is unavailable')).toBe(1)
      expect(said('Redis is available again')).toBe(1)
    } finally {
      counter.close()
      await redis.stop()
    }
  })

  it('forgets a window when it is over', async () => {
    const redis = await startRedis()
    const logger = createLogger({ service: 'gateway', level: 'silent' })
    const counter = await createRedisCounter(redis.url, { ...MINUTE, windowMs: 100, logger })
    try {
      await counter.hit('id:1')
      await sleep(150)
      expect((await counter.hit('id:1')).count).toBe(1)
    } finally {
      counter.close()
      await redis.stop()
    }
  })

  it('shows in /readyz of a gateway while it is away, and not when it is back', async () => {
    const redis = await startRedis()
    const idp = await startIdp()
    const settings = { ...idp.settings, RATE_LIMIT_PER_MINUTE: '600', REDIS_URL: redis.url }
    const gateway = await startGateway(settings)
    const state = async () => {
      const answer = await fetch(`${gateway.url}/readyz`)
      const { checks } = (await answer.json()) as { checks: Record<string, string> }
      return [answer.status, checks['redis']]
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

  it('two gateway processes share one limit', async () => {
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
