import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { withinTime } from '@landscape/contracts/async/within-time'
import type { Logger } from '@landscape/contracts/logger'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import { Degraded, type Check } from '@landscape/runtime/process/health'
import { createClient } from '@redis/client'
import { createLocalCounter, type Counter, type Hits } from './counter.ts'

/** Maximum time that a request waits for Redis. */
const TIMEOUT_MS = 150
/** Pause between two attempts to reach Redis again. */
const RETRY_MS = 1_000
/** Maximum time to connect at the start; after it, requests are counted locally. */
const CONNECT_WITHIN_MS = 2_000
/** One atomic step: a crash between two commands would leave a window without an end. */
const HIT = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }`

interface RedisCounterOptions {
  windowMs: number
  /** Hits in a window after which a caller counts as over the limit. */
  limit: number
  logger: Logger
  metrics?: Metrics | undefined
  timeoutMs?: number
}

/** A counter that replicas share, its health check, and how to close it. */
export interface SharedCounter extends Counter {
  checks: Readonly<Record<string, Check>>
  close: () => void
}

/** Counts in Redis; while Redis is unavailable, counts locally without waiting for it. */
class RedisCounter implements SharedCounter {
  readonly #client: ReturnType<typeof createClient>
  readonly #local: Counter
  readonly #options: RedisCounterOptions
  readonly #closed = new AbortController()
  #isUnavailable = false

  constructor(url: string, options: RedisCounterOptions) {
    this.#options = options
    this.#local = createLocalCounter(options.windowMs, options.limit)
    this.#client = createClient({ url, disableOfflineQueue: true, RESP: 2 })
    options.metrics?.reading({
      name: 'landscape_redis_unavailable',
      help: '1 while Redis is unavailable and each replica counts on its own, else 0',
      read: () => Number(this.#isUnavailable),
    })
  }

  readonly checks = {
    redis: async () => {
      if (this.#isUnavailable) throw new Degraded('unavailable; each replica counts on its own')
    },
  }

  async connect(): Promise<void> {
    this.#client.on('error', (error) => this.#markUnavailable(error))
    const connected = this.#client.connect().catch((error: unknown) => this.#markUnavailable(error))
    await withinTime(connected, CONNECT_WITHIN_MS, () => undefined)
    if (!this.#client.isReady) this.#markUnavailable(new Error('no connection yet'))
  }

  hit(key: string): Promise<Hits> | Hits {
    return this.#isUnavailable ? this.#local.hit(key) : this.#sharedHit(key)
  }

  close(): void {
    this.#closed.abort()
    this.#client.destroy()
  }

  async #sharedHit(key: string): Promise<Hits> {
    const { timeoutMs = TIMEOUT_MS } = this.#options
    try {
      return await withinTime(this.#count(key), timeoutMs, () => {
        throw new Error('no reply in time')
      })
    } catch (error) {
      this.#markUnavailable(error)
      return this.#local.hit(key)
    }
  }

  async #count(key: string): Promise<Hits> {
    const reply: unknown = await this.#client.eval(HIT, {
      keys: [`landscape:limit:${hash('sha256', key, 'base64url')}`],
      arguments: [String(this.#options.windowMs)],
    })
    if (!Array.isArray(reply)) throw new Error('unexpected Redis reply')
    return { count: Number(reply[0]), resetMs: Math.max(0, Number(reply[1])) }
  }

  #markUnavailable(err: unknown): void {
    if (this.#isUnavailable || this.#closed.signal.aborted) return
    this.#isUnavailable = true
    this.#options.logger.warn({ err }, 'Redis is unavailable; each replica counts on its own')
    void this.#reconnect()
  }

  /** One attempt at a time: a frozen Redis processes all that it received when it continues. */
  async #reconnect(): Promise<void> {
    const { signal } = this.#closed
    while (this.#isUnavailable && !signal.aborted) {
      try {
        await this.#count('probe')
        this.#isUnavailable = false
        this.#options.logger.info('Redis is available again; replicas share their counts')
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false, signal }).catch(() => {})
      }
    }
  }
}

/**
 * Opens a counter in Redis when its address is set, else one in this process. The counter in Redis
 * counts locally until the connection is open.
 */
export async function openCounter(
  redisUrl: string | undefined,
  options: RedisCounterOptions,
): Promise<SharedCounter> {
  if (redisUrl === undefined) {
    const { hit } = createLocalCounter(options.windowMs, options.limit)
    return { hit, checks: {}, close() {} }
  }
  const counter = new RedisCounter(redisUrl, options)
  await counter.connect()
  return counter
}
