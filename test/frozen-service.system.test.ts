import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

let landscape: Landscape
let client: Client
beforeAll(async () => {
  landscape = await startLandscape({
    services: ['gateway', 'data', 'admin-review'],
    env: { UPSTREAM_TIMEOUT_SECONDS: '2' },
  })
  client = createClient(landscape.url)
})
afterAll(async () => {
  client?.close()
  await landscape?.stop()
})

/** Polls until the gateway reports this state of a service. */
async function untilReported(service: string, outcome: 'ok' | 'failing') {
  for (;;) {
    const { status, json } = await client.get('/readyz')
    const report = json() as { checks: Record<string, string>; reasons?: Record<string, string> }
    if (report.checks[service] === outcome) return { status, report }
    await sleep(100)
  }
}

describe('a frozen service (SIGSTOP)', () => {
  it('affects only its prefix, is reported, and serves again when resumed', async () => {
    expect((await client.get('/api/banners')).status).toBe(200)
    landscape.signal('data', 'SIGSTOP')

    // More requests than the backlog of the listening socket.
    const stuck = Promise.all(Array.from({ length: 150 }, () => client.get('/api/banners')))
    for (let n = 0; n < 20; n++) {
      expect((await client.get('/admin/api/banners')).status).toBe(200)
      expect((await client.get('/user/api/info')).status).toBe(200)
    }
    const responses = await stuck
    expect(responses.filter(({ status }) => status !== 502 && status !== 503)).toEqual([])
    expect(responses.every(({ text }) => text.includes('"error":"The data service'))).toBe(true)

    const { status, report } = await untilReported('data', 'failing')
    expect(status).toBe(200)
    expect(report).toMatchObject({ status: 'degraded', checks: { 'admin-review': 'ok' } })
    expect(report.reasons).toHaveProperty('data')
    const later = await client.get('/api/banners')
    expect([502, 503]).toContain(later.status)

    landscape.signal('data', 'SIGCONT')
    await untilReported('data', 'ok')
    let back = await client.get('/api/banners')
    while (back.status !== 200) {
      expect(back.status).toBe(503)
      await sleep(Number(back.headers['retry-after']) * 1_000)
      back = await client.get('/api/banners')
    }
  })
})
