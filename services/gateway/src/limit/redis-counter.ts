import { hash } from 'node:crypto'
import type { Logger } from '@landscape/logging'
import { createClient } from '@redis/client'
import { createLocalCounter, type Counter, type Hits } from './counter.ts'

const TIMEOUT_MS = 150
/** One step, so that a window cannot stay without an end when we die in between. */
const HIT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`

/** A counter that replicas share, and how to close it. */
export interface SharedCounter extends Counter {
  close: () => void
}

/**
 * Counts in Redis. While Redis does not answer, each replica counts for itself: a limit that is too
 * generous for a while is better than a landscape that is down.
 */
export async function createRedisCounter(
  url: string,
  windowMs: number,
  logger: Logger,
): Promise<SharedCounter> {
  const local = createLocalCounter(windowMs)
  const client = createClient({ url, disableOfflineQueue: true, RESP: 2 })
  let healthy = true
  const failed = (err: unknown) => {
    if (healthy) logger.warn({ err }, 'Redis does not answer: each replica limits by itself')
    healthy = false
  }
  client.on('error', failed)
  client.on('ready', () => {
    if (!healthy) logger.info('Redis answers again')
    healthy = true
  })
  void client.connect().catch(failed)
  const ready = new Promise((resolve) => client.once('ready', () => resolve(undefined)))
  await Promise.race([ready, late(2_000)])

  const shared = async (key: string): Promise<Hits> => {
    const answer = client.eval(HIT, {
      keys: [`landscape:limit:${hash('sha256', key, 'base64url')}`],
      arguments: [String(windowMs)],
    })
    const hits = await Promise.race([answer, late(TIMEOUT_MS)])
    if (!Array.isArray(hits)) throw new Error('no answer in time')
    return { count: Number(hits[0]), resetMs: Math.max(0, Number(hits[1])) }
  }
  return {
    async hit(key) {
      if (!client.isReady) return local.hit(key)
      try {
        return await shared(key)
      } catch (error) {
        failed(error)
        return local.hit(key)
      }
    },
    close: () => client.destroy(),
  }
}

function late(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
