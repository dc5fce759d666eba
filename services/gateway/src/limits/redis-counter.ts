import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { withinTime } from '@landscape/errors'
import type { Metrics } from '@landscape/http'
import type { Logger } from '@landscape/logging'
import { Degraded, type Check } from '@landscape/service'
import { createClient } from '@redis/client'
import { createLocalCounter, type Counter, type Hits } from './counter.ts'

/** What a request waits for Redis, and how often we look whether it is back. */
const TIMEOUT_MS = 150
const RETRY_MS = 1_000
/** Then requests are counted here until Redis answers. */
const CONNECT_WITHIN_MS = 2_000
/** One step, so that a window cannot stay without an end when we die in between. */
const HIT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`

export interface RedisCounterOptions {
  windowMs: number
  /** Hits in a window after which a caller counts as over the limit. */
  limit: number
  logger: Logger
  metrics?: Metrics | undefined
  timeoutMs?: number
}

/** A counter that replicas share, how it is, and how to close it. */
export interface SharedCounter extends Counter {
  checks: Readonly<Record<string, Check>>
  close: () => void
}

/**
 * Counts in Redis. While Redis is unavailable, each replica counts for itself: a limit that is too
 * generous for a while is better than a landscape that is down. Then no request waits for it: a hit
 * of our own finds out when it is back.
 */
export async function createRedisCounter(
  url: string,
  { windowMs, limit, logger, metrics, timeoutMs = TIMEOUT_MS }: RedisCounterOptions,
): Promise<SharedCounter> {
  const local = createLocalCounter(windowMs, limit)
  const client = createClient({ url, disableOfflineQueue: true, RESP: 2 })
  const closed = new AbortController()
  let isAway = false
  metrics?.reading({
    name: 'landscape_redis_away',
    help: '1 while Redis is unavailable and each replica counts requests by itself, else 0',
    read: () => Number(isAway),
  })

  const count = async (key: string): Promise<Hits> => {
    const answer: unknown = await client.eval(HIT, {
      keys: [`landscape:limit:${hash('sha256', key, 'base64url')}`],
      arguments: [String(windowMs)],
    })
    if (!Array.isArray(answer)) throw new Error('unexpected Redis reply')
    return { count: Number(answer[0]), resetMs: Math.max(0, Number(answer[1])) }
  }
  const leave = (err: unknown) => {
    if (isAway || closed.signal.aborted) return
    isAway = true
    logger.warn({ err }, 'Redis is unavailable; each replica counts on its own')
    void comeBack()
  }
  /** One question at a time: one that a frozen Redis took in is answered when it goes on. */
  const comeBack = async () => {
    while (isAway && !closed.signal.aborted) {
      try {
        await count('is Redis back?')
        isAway = false
        logger.info('Redis is available again; replicas share their counts')
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false, signal: closed.signal }).catch(() => {})
      }
    }
  }
  const shared = async (key: string): Promise<Hits> => {
    try {
      return await withinTime(count(key), timeoutMs, () => {
        throw new Error('no answer in time')
      })
    } catch (error) {
      leave(error)
      return local.hit(key)
    }
  }
  client.on('error', leave)
  const connected = client.connect().catch(leave)
  await withinTime(connected, CONNECT_WITHIN_MS, () => undefined)
  if (!client.isReady) leave(new Error('no connection yet'))
  return {
    hit: (key) => (isAway ? local.hit(key) : shared(key)),
    checks: {
      async redis() {
        if (isAway) throw new Degraded('unavailable; each replica counts on its own')
      },
    },
    close() {
      closed.abort()
      client.destroy()
    },
  }
}

/** The counter that replicas share when there is an address of Redis, else one of this process. */
export async function openCounter(
  redisUrl: string | undefined,
  options: RedisCounterOptions,
): Promise<SharedCounter> {
  if (redisUrl !== undefined) return createRedisCounter(redisUrl, options)
  const { hit } = createLocalCounter(options.windowMs, options.limit)
  return { hit, checks: {}, close() {} }
}
