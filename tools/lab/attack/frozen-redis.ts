import { setTimeout as sleep } from 'node:timers/promises'
import { hasRedis, startRedis, type RedisServer } from '@landscape/dev/redis-server'
import type { Client } from '../../../test/support/client.ts'
import { startProduction, type Production } from '../../../test/support/production.ts'
import { onStage } from '../stage.ts'
import type { AttackSuite } from './attack.ts'

interface Target extends Production {
  redis: RedisServer
}

const READS = 100
/** Maximum factor; requests that wait for Redis would be a hundred times slower. */
const MAX_SLOWDOWN = 10
const UNAVAILABLE = 'Redis is unavailable'
const AVAILABLE = 'Redis is available again'

const start = () =>
  onStage(async (starts): Promise<Target> => {
    const redis = await starts(startRedis())
    const services = ['gateway', 'data'] as const
    // The gateway counts requests in Redis and never reaches the limit.
    const env = { REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '1000000' }
    return { ...(await starts(startProduction({ services, env }))), redis }
  })

/** Reads in sequence; returns the number of responses with status 200 and the median duration. */
async function measure(client: Client) {
  const times: number[] = []
  let served = 0
  while (times.length < READS) {
    const began = performance.now()
    const { status } = await client.get('/api/banners')
    times.push(performance.now() - began)
    if (status === 200) served++
  }
  return { served, ms: times.toSorted((a, b) => a - b)[READS / 2] ?? Infinity }
}

/** A Redis that stalls: its connections stay open without responses. */
export const frozenRedis: AttackSuite<Target> = {
  name: 'frozen redis',
  start,
  missing: () => (hasRedis() ? undefined : 'redis-server is not installed'),
  attacks: [
    {
      title: 'the Redis of the rate limits freezes and continues',
      quick: true,
      async run({ client, redis, output }) {
        const logged = (text: string) => output('gateway').split(text).length - 1
        await measure(client)
        const before = await measure(client)
        redis.signal('SIGSTOP')
        const during = await measure(client)
        redis.signal('SIGCONT')
        const deadline = AbortSignal.timeout(10_000)
        while (logged(AVAILABLE) === 0 && !deadline.aborted) await sleep(25)
        const after = await measure(client)
        const served = before.served + during.served + after.served
        const slower = during.ms / before.ms
        return {
          held:
            served === 3 * READS &&
            slower < MAX_SLOWDOWN &&
            logged(UNAVAILABLE) === 1 &&
            logged(AVAILABLE) === 1,
          seen:
            `${served} of ${3 * READS} served, ${slower.toFixed(1)} times slower while frozen; ` +
            `logged ${logged(UNAVAILABLE)} × unavailable, ${logged(AVAILABLE)} × available`,
        }
      },
    },
  ],
}
