import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { Metrics, Reading } from '@landscape/http'
import { createLogger } from '@landscape/runtime'
import { createRedisCounter, openCounter, type SharedCounter } from './redis-counter.ts'

/** Texts in the form of Redis's protocol (RESP 2). */
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

/** Stands in for Redis: answers each script with what the test says, `undefined` with silence. */
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
        const answer = isScript ? fake.evaluated() : OK
        if (answer !== undefined) socket.write(answer)
      }
    })
    function takeCommand(): string[] | undefined {
      const words: string[] = []
      let at = rest.indexOf('\r\n') + 2
      const count = Number(rest.slice(1, at - 2))
      while (words.length < count) {
        const start = rest.indexOf('\r\n', at) + 2
        // By its length: a script has line ends of its own.
        const end = start + Number(rest.slice(at + 1, start - 2))
        if (start < at || rest.length < end + 2) return undefined
        words.push(rest.slice(start, end))
        at = end + 2
      }
      rest = rest.slice(at)
      return words.length > 0 ? words : undefined
    }
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  fake.port = (server.address() as AddressInfo).port
  return fake
}

/** A log, and what it says. */
function readableLog() {
  const lines: { level: string; msg: string; err?: { message: string } }[] = []
  const logger = createLogger({
    service: 'gateway',
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
  })
  return { logger, lines, said: () => lines.map(({ level, msg }) => `${level}: ${msg}`) }
}

async function counterAt(port: number, { timeoutMs = 60_000 } = {}) {
  const { logger, lines, said } = readableLog()
  const url = `redis://127.0.0.1:${port}`
  const figures: Reading[] = []
  const metrics = { reading: (figure: Reading) => void figures.push(figure) } as unknown as Metrics
  const settings = { windowMs: 60_000, limit: 600, logger, metrics, timeoutMs }
  const counter = await createRedisCounter(url, settings)
  counters.push(counter)
  return { counter, figures, lines, said }
}

const AWAY = 'warn: Redis is unavailable; each replica counts on its own'
const BACK = 'info: Redis is available again; replicas share their counts'

describe('a hit', () => {
  it('is counted by Redis, under a key that does not tell who calls', async () => {
    const redis = await fakeRedis()
    redis.evaluated = () => integers(7, 1_234)
    const { counter, said } = await counterAt(redis.port)
    expect(await counter.hit('id:kim@acme.example')).toEqual({ count: 7, resetMs: 1_234 })
    const [command] = redis.seen
    expect(command?.slice(2)).toEqual([
      '1',
      expect.stringMatching(/^landscape:limit:[\w-]{43}$/),
      '60000',
    ])
    await counter.hit('id:lee@acme.example')
    expect(redis.seen[1]?.[3]).not.toBe(command?.[3])
    expect(said()).toEqual([])
  })

  it('is never told that its window ended in the past', async () => {
    const redis = await fakeRedis()
    redis.evaluated = () => integers(1, -2)
    const { counter } = await counterAt(redis.port)
    expect(await counter.hit('a')).toEqual({ count: 1, resetMs: 0 })
  })

  it.each([
    ['an error', '-ERR no\r\n'],
    ['another kind of answer', OK],
    ['silence', undefined],
  ])('is counted here when Redis answers with %s, which is said once', async (_what, answer) => {
    const redis = await fakeRedis()
    const { counter, lines, said } = await counterAt(redis.port, { timeoutMs: 100 })
    await counter.hit('a')
    redis.evaluated = () => answer
    expect(await Promise.all([counter.hit('a'), counter.hit('a')])).toEqual([
      { count: 1, resetMs: expect.closeTo(60_000) },
      { count: 2, resetMs: expect.any(Number) },
    ])
    expect(counter.hit('a')).toMatchObject({ count: 3 })
    expect(said()).toEqual([AWAY])
    expect(lines[0]?.err?.message).toMatch(/^(?:ERR no|unexpected Redis reply|no reply in time)$/)
  })
})

describe('openCounter', () => {
  it('counts in Redis where there is one, else here', async () => {
    const redis = await fakeRedis()
    redis.evaluated = () => integers(7, 1_234)
    const { logger, said } = readableLog()
    const settings = { windowMs: 60_000, limit: 600, logger, timeoutMs: 60_000 }
    const shared = await openCounter(`redis://127.0.0.1:${redis.port}`, settings)
    const own = await openCounter(undefined, settings)
    counters.push(shared, own)
    expect(await shared.hit('a')).toEqual({ count: 7, resetMs: 1_234 })
    expect(own.hit('a')).toEqual({ count: 1, resetMs: expect.closeTo(60_000) })
    // Where there is none, none is missed.
    expect(said()).toEqual([])
  })
})

describe('a Redis that went away', () => {
  it('is asked by hits of our own, and counts again once it has answered one', async () => {
    const redis = await fakeRedis()
    const { counter, said } = await counterAt(redis.port)
    redis.evaluated = () => '-ERR no\r\n'
    await counter.hit('a')
    while (redis.seen.length < 3) await sleep(20, undefined, { ref: false })
    // Nobody's hits were asked for meanwhile.
    expect(new Set(redis.seen.slice(1).map((command) => command[3])).size).toBe(1)
    expect(redis.seen[1]?.[3]).not.toBe(redis.seen[0]?.[3])
    redis.evaluated = () => integers(9, 100)
    while (said().length < 2) await sleep(20, undefined, { ref: false })
    expect(said()).toEqual([AWAY, BACK])
    expect(await counter.hit('a')).toEqual({ count: 9, resetMs: 100 })
    redis.evaluated = () => '-ERR no\r\n'
    await counter.hit('a')
    expect(said()).toEqual([AWAY, BACK, AWAY])
  })

  it('shows in the figures, and in the readiness, until it is back', async () => {
    const redis = await fakeRedis()
    const { counter, figures, said } = await counterAt(redis.port)
    const { redis: check } = counter.checks
    expect(figures).toMatchObject([{ name: 'landscape_redis_away' }])
    expect(figures[0]?.read()).toBe(0)
    await check?.()
    redis.evaluated = () => '-ERR no\r\n'
    await counter.hit('a')
    expect(figures[0]?.read()).toBe(1)
    await expect(check?.()).rejects.toThrow('unavailable; each replica counts on its own')
    redis.evaluated = () => integers(1, 100)
    while (said().length < 2) await sleep(20, undefined, { ref: false })
    expect(figures[0]?.read()).toBe(0)
    await check?.()
  })

  it('is not asked, nor spoken of, when the counter is closed', async () => {
    const redis = await fakeRedis()
    const { counter, said } = await counterAt(redis.port)
    redis.evaluated = () => '-ERR no\r\n'
    await counter.hit('a')
    while (redis.seen.length < 2) await sleep(20, undefined, { ref: false })
    counter.close()
    redis.evaluated = () => integers(1, 100)
    await sleep(1_200)
    expect(redis.seen).toHaveLength(2)
    expect(said()).toEqual([AWAY])
  })
})

describe('a counter that is closed', () => {
  it('lets go of Redis: who waits for it is counted here, and nothing is said', async () => {
    const redis = await fakeRedis()
    redis.evaluated = () => undefined
    const { counter, said } = await counterAt(redis.port)
    const waiting = counter.hit('a')
    while (redis.seen.length === 0) await sleep(20, undefined, { ref: false })
    counter.close()
    expect(await waiting).toEqual({ count: 1, resetMs: expect.closeTo(60_000) })
    expect(said()).toEqual([])
  })
})

describe('a Redis that is away from the beginning', () => {
  it('does not keep the gateway from starting, and counts once it is there', async () => {
    const first = await fakeRedis()
    servers.splice(0).forEach((server) => server.close())
    const { counter, said } = await counterAt(first.port)
    expect(counter.hit('a')).toEqual({ count: 1, resetMs: expect.closeTo(60_000) })
    expect(said()).toEqual([AWAY])
    await fakeRedis(first.port)
    while (said().length < 2) await sleep(20, undefined, { ref: false })
    expect(said()).toEqual([AWAY, BACK])
    expect(await counter.hit('a')).toEqual({ count: 1, resetMs: 500 })
  })

  it('is not waited for when it takes connections and says nothing', async () => {
    const redis = await fakeRedis()
    redis.mute = true
    const { counter, lines } = await counterAt(redis.port)
    expect(counter.hit('a')).toEqual({ count: 1, resetMs: expect.closeTo(60_000) })
    expect(lines[0]?.err?.message).toBe('no connection yet')
  })
})
