import { setTimeout as sleep } from 'node:timers/promises'
import { hasRedis, startRedis, type RedisServer } from '@landscape/dev/redis-server'
import { createClient, type Client } from '../../test/support/client.ts'
import { startProduction, type Production } from '../../test/support/production.ts'
import type { AttackSuite } from './attack.ts'

interface Target extends Production {
  redis: RedisServer
}

const READS = 100
/** Whoever waits for a frozen Redis takes a hundred times as long as usual. */
const MAX_SLOWDOWN = 10
const LOST = 'Redis is unavailable'
const BACK = 'Redis is available again'

async function start(): Promise<Target> {
  const redis = await startRedis()
  try {
    const target = await startProduction({
      services: ['gateway', 'data'],
      env: { REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '1000000' },
    })
    const stop = async () => {
      await target.stop()
      await redis.stop()
    }
    return { ...target, redis, stop }
  } catch (error) {
    await redis.stop()
    throw error
  }
}

/** Reads one after the other: how many were answered, and how long the middle one took. */
async function pace(client: Client) {
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

/** What only counts, and stalls: its connections stay open, and nothing comes. */
export const frozenRedis: AttackSuite<Target> = {
  name: 'frozen redis',
  start,
  missing: () => (hasRedis() ? undefined : 'there is no redis-server'),
  attacks: [
    {
      title: 'the Redis in which gateways count together freezes, and goes on',
      quick: true,
      async run({ url, redis, output }) {
        const client = createClient(url)
        const said = (text: string) => output('gateway').split(text).length - 1
        await pace(client)
        const before = await pace(client)
        redis.signal('SIGSTOP')
        const during = await pace(client)
        redis.signal('SIGCONT')
        const patience = AbortSignal.timeout(10_000)
        while (said(BACK) === 0 && !patience.aborted) await sleep(25)
        const after = await pace(client)
        client.close()
        const served = before.served + during.served + after.served
        const slower = during.ms / before.ms
        return {
          held:
            served === 3 * READS && slower < MAX_SLOWDOWN && said(LOST) === 1 && said(BACK) === 1,
          seen: `${served} of ${3 * READS} served, ${slower.toFixed(1)} times as slow meanwhile; said ${said(LOST)} × lost, ${said(BACK)} × back`,
        }
      },
    },
  ],
}
