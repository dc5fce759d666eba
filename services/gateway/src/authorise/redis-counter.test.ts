import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { Metrics, Reading } from '@landscape/http/telemetry/metrics'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openCounter, type SharedCounter } from './redis-counter.ts'

/** Replies in Redis's protocol (RESP 2). */
const integers = (...numbers: number[]) =>
  `*${numbers.length}\r\n${numbers.map((number) => `:${number}\r\n`).join('')}`
const OK = '+OK\r\n'

const servers: Server[] = []
const sockets = new Set<Socket>()
const counters: SharedCounter[] = []
afterEach(() => {
  for (const counter of counters.splice(0)) counter.close()
  for (const server of servers.splice(0)) server.close()
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})

/** A fake Redis that replies to each script as the test decides; `undefined` means no reply. */
async function fakeRedis(port = 0) {
  const seen: string[][] = []
  const fake = { seen, port, evaluated: (): string | undefined => integers(1, 500), mute: false }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let rest = ''
    socket.on('data', (chunk) => {
      rest += chunk.toString()
      for (let command = takeCommand(); command; command = takeCommand()) {
        if (fake.mute) continue
        const isScript = command[0] === 'EVAL'
        if (isScript) seen.push(command)
        const reply = isScript ? fake.evaluated() : OK
        if (reply !== undefined) socket.write(reply)
      }
    })
    function takeCommand(): string[] | undefined {
      const parts: string[] = []
      let at = rest.indexOf('\r\n') + 2
      const count = Number(rest.slice(1, at - 2))
      while (parts.length < count) {
        const start = rest.indexOf('\r\n', at) + 2
        // A script contains line ends, so its length counts.
        const end = start + Number(rest.slice(at + 1, start - 2))
        if (start < at || rest.length < end + 2) return undefined
        parts.push(rest.slice(start, end))
        at = end + 2
      }
      rest = rest.slice(at)
      return parts.length > 0 ? parts : undefined
    }
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  fake.port = (server.address() as AddressInfo).port
  return fake
}

/** A logger whose lines the test can read. */
function readableLog() {
  const lines: { level: string; msg: string; err?: { message: string } }[] = []
  const logger = createLogger({
    service: 'gateway',
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  })
  return { logger, lines, messages: () => lines.map(({ level, msg }) => `${level}: ${msg}`) }
}

async function counterAt(port: number, { timeoutMs = 60_000 } = {}) {
  const { logger, lines, messages } = readableLog()
  const url = `redis://127.0.0.1:${port}`
  const readings: Reading[] = []
  const metrics = {
    reading: (reading: Reading) => void readings.push(reading),
  } as unknown as Metrics
  const settings = { windowMs: 60_000, limit: 600, logger, metrics, timeoutMs }
  const counter = await openCounter(url, settings)
  counters.push(counter)
  return { counter, readings, lines, messages }
}

const UNAVAILABLE = 'warn: Redis is unavailable; each replica counts on its own'
const AVAILABLE = 'info: Redis is available again; replicas share their counts'

describe('openCounter with Redis', () => {
  it('counts a hit in Redis under a hash of its key', async () => {
    const redis = await fakeRedis()
    redis.evaluated = () => integers(7, 1_234)
    const { counter, messages } = await counterAt(redis.port)
    expect(await counter.hit('id:kim@acme.example')).toEqual({ count: 7, resetMs: 1_234 })
    const [command] = redis.seen
    expect(command?.slice(2)).toEqual([
      '1',
      expect.stringMatching(/^landscape:limit:[\w-]{43}$/),
      '60000',
    ])
    await counter.hit('id:lee@acme.example')
    expect(redis.seen[1]?.[3]).not.toBe(command?.[3])
    expect(messages()).toEqual([])
  })

  it('returns no negative time until the window ends', async () => {
    const redis = await fakeRedis()
    redis.evaluated = () => integers(1, -2)
    const { counter } = await counterAt(redis.port)
    expect(await counter.hit('a')).toEqual({ count: 1, resetMs: 0 })
  })

  it.each([
    ['an error', '-ERR no\r\n'],
    ['an unexpected reply', OK],
    ['no reply', undefined],
  ])('counts locally when Redis returns %s, and logs it once', async (_name, reply) => {
    const redis = await fakeRedis()
    const { counter, lines, messages } = await counterAt(redis.port, { timeoutMs: 100 })
    await counter.hit('a')
    redis.evaluated = () => reply
    expect(await Promise.all([counter.hit('a'), counter.hit('a')])).toEqual([
      { count: 1, resetMs: expect.closeTo(60_000) },
      { count: 2, resetMs: expect.any(Number) },
    ])
    expect(counter.hit('a')).toMatchObject({ count: 3 })
    expect(messages()).toEqual([UNAVAILABLE])
    expect(lines[0]?.err?.message).toMatch(/^(?:ERR no|unexpected Redis reply|no reply in time)$/)
  })
})

describe('openCounter', () => {
  it('counts in Redis when it is configured, else locally', async () => {
    const redis = await fakeRedis()
    redis.evaluated = () => integers(7, 1_234)
    const { logger, messages } = readableLog()
    const settings = { windowMs: 60_000, limit: 600, logger, timeoutMs: 60_000 }
    const shared = await openCounter(`redis://127.0.0.1:${redis.port}`, settings)
    const own = await openCounter(undefined, settings)
    counters.push(shared, own)
    expect(await shared.hit('a')).toEqual({ count: 7, resetMs: 1_234 })
    expect(own.hit('a')).toEqual({ count: 1, resetMs: expect.closeTo(60_000) })
    expect(messages()).toEqual([])
  })
})

describe('a Redis counter during an outage', () => {
  it('probes Redis, and counts there again after a reply', async () => {
    const redis = await fakeRedis()
    const { counter, messages } = await counterAt(redis.port)
    redis.evaluated = () => '-ERR no\r\n'
    await counter.hit('a')
    while (redis.seen.length < 3) await sleep(20, undefined, { ref: false })
    // No hit of a caller was sent in the meantime.
    expect(new Set(redis.seen.slice(1).map((command) => command[3])).size).toBe(1)
    expect(redis.seen[1]?.[3]).not.toBe(redis.seen[0]?.[3])
    redis.evaluated = () => integers(9, 100)
    while (messages().length < 2) await sleep(20, undefined, { ref: false })
    expect(messages()).toEqual([UNAVAILABLE, AVAILABLE])
    expect(await counter.hit('a')).toEqual({ count: 9, resetMs: 100 })
    redis.evaluated = () => '-ERR no\r\n'
    await counter.hit('a')
    expect(messages()).toEqual([UNAVAILABLE, AVAILABLE, UNAVAILABLE])
  })

  it('reports the outage in metrics and readiness', async () => {
    const redis = await fakeRedis()
    const { counter, readings, messages } = await counterAt(redis.port)
    const { redis: check } = counter.checks
    expect(readings).toMatchObject([{ name: 'landscape_redis_unavailable' }])
    expect(readings[0]?.read()).toBe(0)
    await check?.()
    redis.evaluated = () => '-ERR no\r\n'
    await counter.hit('a')
    expect(readings[0]?.read()).toBe(1)
    await expect(check?.()).rejects.toThrow('unavailable; each replica counts on its own')
    redis.evaluated = () => integers(1, 100)
    while (messages().length < 2) await sleep(20, undefined, { ref: false })
    expect(readings[0]?.read()).toBe(0)
    await check?.()
  })

  it('stops probing and logging when it is closed', async () => {
    const redis = await fakeRedis()
    const { counter, messages } = await counterAt(redis.port)
    redis.evaluated = () => '-ERR no\r\n'
    await counter.hit('a')
    while (redis.seen.length < 2) await sleep(20, undefined, { ref: false })
    counter.close()
    redis.evaluated = () => integers(1, 100)
    await sleep(1_200)
    expect(redis.seen).toHaveLength(2)
    expect(messages()).toEqual([UNAVAILABLE])
  })
})

describe('close', () => {
  it('counts waiting hits locally without logging', async () => {
    const redis = await fakeRedis()
    redis.evaluated = () => undefined
    const { counter, messages } = await counterAt(redis.port)
    const waiting = counter.hit('a')
    while (redis.seen.length === 0) await sleep(20, undefined, { ref: false })
    counter.close()
    expect(await waiting).toEqual({ count: 1, resetMs: expect.closeTo(60_000) })
    expect(messages()).toEqual([])
  })
})

describe('a Redis that is unavailable at the start', () => {
  it('lets the gateway start, and counts once it is available', async () => {
    const first = await fakeRedis()
    servers.splice(0).forEach((server) => server.close())
    const { counter, messages } = await counterAt(first.port)
    expect(counter.hit('a')).toEqual({ count: 1, resetMs: expect.closeTo(60_000) })
    expect(messages()).toEqual([UNAVAILABLE])
    await fakeRedis(first.port)
    while (messages().length < 2) await sleep(20, undefined, { ref: false })
    expect(messages()).toEqual([UNAVAILABLE, AVAILABLE])
    expect(await counter.hit('a')).toEqual({ count: 1, resetMs: 500 })
  })

  it('is not awaited when it accepts connections without replying', async () => {
    const redis = await fakeRedis()
    redis.mute = true
    const { counter, lines } = await counterAt(redis.port)
    expect(counter.hit('a')).toEqual({ count: 1, resetMs: expect.closeTo(60_000) })
    expect(lines[0]?.err?.message).toBe('no connection yet')
  })
})
