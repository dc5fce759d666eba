import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@landscape/logging'
import { afterAll, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { createLocalCounter } from '../src/limit/counter.ts'
import { createRateLimit } from '../src/limit/rate-limit.ts'
import { createRedisCounter } from '../src/limit/redis-counter.ts'
import { prefixesWith } from '../src/request/prefixes.ts'
import { closeServers, echoService, gatewayApp } from './gateway-fixture.ts'
import { startGateway, startIdp } from './running-gateway.ts'

const kim = { email: 'kim@acme.example', groups: ['admin'] }
const lee = { email: 'lee@acme.example', groups: ['admin'] }
afterAll(closeServers)

async function limited(perMinute: number) {
  const { url } = await echoService('any')
  return gatewayApp({
    prefixes: prefixesWith(['/api']),
    upstreams: { data: url, 'admin-review': url, projects: url },
    rateLimit: createRateLimit(perMinute, createLocalCounter(60_000)),
  }).app
}

describe('rate limit', () => {
  it('answers 429 with the standard headers and the text that clients know', async () => {
    const app = await limited(2)
    const first = await request(app).get('/api/csv')
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"minute";q=2;w=60',
      ratelimit: '"minute";r=1;t=60',
    })
    await request(app).get('/api/csv')
    const third = await request(app).get('/api/csv')
    expect(third.status).toBe(429)
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
    expect(third.headers['ratelimit']).toMatch(/^"minute";r=0;t=\d+$/)
    expect(third.body).toMatchObject({
      error: 'Too many requests from this IP, please try again later.',
      retryAfter: '1 minute',
    })
  })

  it('counts areas apart and never counts health', async () => {
    const app = await limited(1)
    await request(app).get('/api/csv')
    expect((await request(app).get('/admin/api/banners')).status).toBe(200)
    const admin = await request(app).get('/admin/api/banners')
    expect(admin.body.error).toBe('Too many admin requests from this IP, please try again later.')
    for (const path of ['/api/health', '/api/health', '/livez', '/livez']) {
      expect((await request(app).get(path)).status).toBe(200)
    }
  })

  it('counts what is under no prefix, by address, and never the probes', async () => {
    const app = await limited(1)
    expect((await request(app).get('/openapi.json')).status).toBe(200)
    for (const path of ['/openapi.json', '/docs', '/nothing', '/livez/x', '/?/livez']) {
      expect([path, (await request(app).get(path)).status]).toEqual([path, 429])
    }
    for (const path of ['/livez', '/livez?x', '/readyz']) {
      expect([path, (await request(app).get(path)).status]).toEqual([path, 200])
    }
    expect((await request(app).get('/metrics')).status).toBe(404)
  })

  it('is off at 0', async () => {
    const app = await limited(0)
    const { headers } = await request(app).get('/api/csv')
    expect(headers).not.toHaveProperty('ratelimit')
  })

  it('goes by identity, and by address for those who guess tokens', async () => {
    const idp = await startIdp()
    const { url } = await echoService('any')
    const gateway = await startGateway({
      ...idp.settings,
      PROJECTS_URL: url,
      RATE_LIMIT_PER_MINUTE: '2',
    })
    try {
      const ask = async (authorization: string) =>
        (await fetch(`${gateway.url}/api/v1/projects`, { headers: { authorization } })).status
      const [kims, lees] = [idp.issuer.idToken(kim), idp.issuer.idToken(lee)]
      expect([await ask(kims), await ask(kims), await ask(kims)]).toEqual([200, 200, 429])
      expect(await ask(lees)).toBe(200)
      expect([await ask('a'), await ask('b'), await ask('c')]).toEqual([401, 401, 429])
      expect(await ask(lees)).toBe(200)
    } finally {
      await gateway.stop()
    }
  })
})

const hasRedis = spawnSync('redis-server', ['--version']).status === 0

// Debian's package redis-server; without it these are skipped.
;(hasRedis ? describe : describe.skip)('with a real Redis', () => {
  it('gateways count together, and each for itself while Redis is away', async () => {
    const redis = await startRedis()
    const lines: string[] = []
    const logger = createLogger({
      service: 'gateway',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    })
    const one = await createRedisCounter(redis.url, 60_000, logger)
    const two = await createRedisCounter(redis.url, 60_000, logger)
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
      expect(lines.join('')).toContain('Redis does not answer')
    } finally {
      one.close()
      two.close()
      await redis.stop()
    }
  })

  it('forgets a window when it is over', async () => {
    const redis = await startRedis()
    const logger = createLogger({ service: 'gateway', level: 'silent' })
    const counter = await createRedisCounter(redis.url, 100, logger)
    try {
      await counter.hit('id:1')
      await sleep(150)
      expect((await counter.hit('id:1')).count).toBe(1)
    } finally {
      counter.close()
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

async function startRedis() {
  const port = await freePort()
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  )
  for (let attempt = 0; attempt < 100 && !(await answers(port)); attempt++) await sleep(50)
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
