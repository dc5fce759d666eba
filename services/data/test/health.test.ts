import { describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import request from 'supertest'
import { dataService, NOW } from './data-service.ts'

describe('GET /api/health', () => {
  // spec: 4.2-r8 2.4-r4a 2.4-r4b 2.4-r4c 2.4-r4d 2.4-r4e
  it('returns 200 without a store', async () => {
    const store = createEmbeddedStore(':memory:')
    const { app } = await dataService({}, { store })
    store.close()
    const { status, body, headers } = await request(app).get('/api/health')
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'healthy',
      timestamp: '2026-06-01T00:00:00.000Z',
      uptime: 12.5,
      memory: expect.objectContaining({ rss: expect.any(Number) }),
      pid: 42,
    })
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-health-check': 'true',
    })
    expect(headers).not.toHaveProperty('etag')
  })

  it('has the same headers for HEAD', async () => {
    let now = NOW
    const { app } = await dataService({}, { now: () => (now += 1_500) })
    const headersOf = async (method: 'get' | 'head') => {
      const { date: _date, ...headers } = (await request(app)[method]('/api/health')).headers
      return { ...headers, 'x-request-id': undefined }
    }
    expect(await headersOf('head')).toEqual(await headersOf('get'))
  })

  // spec: 1-s11
  // spec, otherwise: 2.4-r4b 2.4-r4c 2.4-r4d 2.4-r4e
  it('returns the present state of the process, and never 304', async () => {
    const memory = { ...process.memoryUsage(), rss: 1 }
    const facts = { pid: 7, uptime: 1, memory }
    let now = NOW
    const { app } = await dataService(
      {},
      {
        now: () => now,
        process: {
          pid: 7,
          uptime: () => facts.uptime,
          memoryUsage: Object.assign(() => facts.memory, { rss: () => facts.memory.rss }),
        },
      },
    )
    const first = await request(app).get('/api/health')
    expect(first.body).toMatchObject({ ...facts, timestamp: '2026-06-01T00:00:00.000Z' })
    now += 1_500
    facts.uptime = 2.5
    facts.memory = { ...memory, rss: 2 }
    const known = { 'if-none-match': '*', 'if-modified-since': new Date(NOW).toUTCString() }
    const second = await request(app).get('/api/health').set(known)
    expect(second.status).toBe(200)
    expect(second.body).toMatchObject({ ...facts, timestamp: '2026-06-01T00:00:01.500Z' })
  })

  it('reads the memory at most once a second', async () => {
    let now = NOW
    let reads = 0
    const read = () => ({ ...process.memoryUsage(), rss: ++reads })
    const memoryUsage = Object.assign(read, { rss: () => reads })
    const { app } = await dataService(
      {},
      { now: () => now, process: { pid: 7, uptime: () => 1, memoryUsage } },
    )
    const shown: number[] = []
    for (const elapsed of [0, 1_000, 1, -5_000]) {
      now += elapsed
      shown.push((await request(app).get('/api/health')).body.memory.rss)
    }
    expect(shown).toEqual([1, 1, 2, 3])
  })
})
