import type { LookupAddress } from 'node:dns'
import type { RequestListener } from 'node:http'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createIdentityVerifier, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { Degraded } from '@landscape/runtime/process/health'
import { serviceApp } from '@landscape/runtime/process/service-app'
import request from 'supertest'
import { closeServers, gatewayApp, listen, SECRET } from './gateway-fixture.ts'

afterAll(closeServers)

type HealthDeps = Parameters<typeof serviceApp>[0]['health']

const quiet = createLogger({ service: 'data', level: 'silent', destination: { write() {} } })

/** Starts a gateway with a data service of this secret and these checks. */
async function dataService(options: Partial<HealthDeps> & { secret?: string }) {
  const { url } = await listen(dataApp(options))
  return gatewayApp({ upstreams: { data: url } })
}

function dataApp({ secret = SECRET, ...health }: Partial<HealthDeps> & { secret?: string }) {
  return serviceApp({
    routes: [],
    identity: createIdentityVerifier([secret], 'data'),
    logger: quiet,
    health: { checks: {}, isDraining: () => false, ...health },
    bodyLimit: 1_000,
    checkReplies: true,
  })
}

/** Starts a gateway with replicas of the data service at one host name. */
async function replicas(...apps: RequestListener[]) {
  let port = 0
  const addresses: LookupAddress[] = []
  for (const app of apps) {
    const address = `127.0.0.${addresses.length + 1}`
    ;({ port } = await listen(app, address, port))
    addresses.push({ address, family: 4 })
  }
  return gatewayApp({
    upstreams: { data: `http://data.example:${port}` },
    lookup: async () => addresses,
  })
}

/** Returns the first report without a timeout, because the machine may be busy. */
async function readyz({ app }: ReturnType<typeof gatewayApp>) {
  for (;;) {
    const response = await request(app).get('/readyz')
    if (!String(response.body.reasons?.data).includes('no response')) return response
  }
}

async function reportOf(gateway: ReturnType<typeof gatewayApp>) {
  const { status, body } = await readyz(gateway)
  return { status, state: body.checks.data, reason: body.reasons?.data }
}

describe('GET /readyz', () => {
  it('returns 200 and the unreachable services', async () => {
    const { body, status } = await readyz(await dataService({}))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'degraded',
      reasons: { projects: expect.any(String) },
      checks: { projects: 'failing', data: 'ok', 'admin-review': 'failing', assistant: 'failing' },
    })
  })

  it('returns the name of a failed check and logs its cause', async () => {
    const state = { isUnavailable: false }
    const store = async () => {
      if (state.isUnavailable) throw new Error('s3: bucket "secret-plans" failed: connect 10.1.2.3')
    }
    const gateway = await dataService({ checks: { store } })
    expect(await reportOf(gateway)).toEqual({ status: 200, state: 'ok', reason: undefined })
    state.isUnavailable = true
    let report = await reportOf(gateway)
    // Reports are cached for a second.
    while (report.state === 'ok') report = await reportOf(gateway)
    expect(report).toEqual({ status: 200, state: 'degraded', reason: 'degraded: store' })
    expect(gateway.lines.join('')).toContain('secret-plans')
  })

  // spec, otherwise: 4.2-r8 2.4-r4a
  it('reports an unreachable service as failing', async () => {
    const gateway = await dataService({ checks: {} })
    expect(await reportOf(gateway)).toMatchObject({ state: 'ok' })
    const withoutServices = gatewayApp()
    const { status, text } = await request(withoutServices.app).get('/api/health')
    expect(status).toBe(503)
    expect(text).not.toContain('healthy')
    expect(await reportOf(withoutServices)).toMatchObject({ state: 'failing' })
  })

  it('reports a service that is not ready', async () => {
    const store = () => Promise.reject(new Degraded('slow'))
    const report = await reportOf(await dataService({ checks: { store } }))
    expect(report).toMatchObject({ state: 'failing', reason: 'not ready: store' })
  })

  it('reports a service that rejects identities, and logs it once', async () => {
    const gateway = await dataService({ secret: 'another-secret-of-over-32-characters' })
    const report = await reportOf(gateway)
    expect(report).toMatchObject({ state: 'failing', reason: 'rejects our identity: signature' })
    await reportOf(gateway)
    const warnings = gateway.lines.filter((line) => line.includes('INTERNAL_TOKEN_SECRET'))
    expect(warnings.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ upstream: 'data', reason: 'signature' }),
    ])
    expect(gateway.lines.join('')).not.toMatch(/eyJ|-32-characters/)
  })

  it('reports a service as degraded when one replica rejects identities', async () => {
    const wrong = dataApp({ secret: 'another-secret-of-over-32-characters' })
    const gateway = await replicas(dataApp({}), wrong)
    expect(await reportOf(gateway)).toEqual({
      status: 200,
      state: 'degraded',
      reason: '1 of 2 replicas: rejects our identity: signature',
    })
    const warnings = gateway.lines.filter((line) => line.includes('INTERNAL_TOKEN_SECRET'))
    expect(warnings.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        upstream: 'data',
        replica: expect.stringMatching(/^127\.0\.0\.2:/),
      }),
    ])
  })

  it('reports a service as failing when all replicas reject identities', async () => {
    const wrong = () => dataApp({ secret: 'another-secret-of-over-32-characters' })
    expect(await reportOf(await replicas(wrong(), wrong()))).toMatchObject({
      state: 'failing',
      reason: 'rejects our identity: signature',
    })
  })

  it('reports a service as degraded when all replicas are degraded', async () => {
    const degraded = () =>
      dataApp({ reported: { host: () => Promise.reject(new Error('unavailable')) } })
    const gateway = await replicas(degraded(), degraded())
    expect(await reportOf(gateway)).toMatchObject({
      state: 'degraded',
      reason: '2 of 2 replicas: degraded: host',
    })
  })

  it('ignores an address without a listener while another one responds', async () => {
    const { port } = await listen(dataApp({}))
    const gateway = gatewayApp({
      upstreams: { data: `http://data.example:${port}` },
      lookup: async () => ['127.0.0.1', '127.0.0.9'].map((address) => ({ address, family: 4 })),
    })
    expect(await reportOf(gateway)).toEqual({ status: 200, state: 'ok', reason: undefined })
  })

  it('queries at most 16 replicas', async () => {
    let requests = 0
    const count: RequestListener = (_req, res) => {
      requests++
      res.end('{}')
    }
    await reportOf(await replicas(...Array.from({ length: 20 }, () => count)))
    expect(requests).toBe(16)
  })

  it.each([
    ['an empty object', '{}'],
    ['an empty body', ''],
    ['a report without the identity check', '{"status":"ready","checks":{"store":"ok"}}'],
    ['an oversized report', `{"status":"ready","checks":{"x":"${'x'.repeat(20_000)}"}}`],
    ['a report with invalid check names', '{"status":"ready","checks":{"<b>":"ok"}}'],
  ])('reports a service that returns %s as failing', async (_what, text) => {
    const { url } = await listen((_req, res) => res.end(text))
    expect(await reportOf(gatewayApp({ upstreams: { data: url } }))).toMatchObject({
      status: 200,
      state: 'failing',
    })
  })

  it('replaces a forged identity in requests to services', async () => {
    const identities: unknown[] = []
    const { url } = await listen((req, res) => {
      identities.push(req.headers[IDENTITY_HEADER])
      res.end('{}')
    })
    await request(gatewayApp({ upstreams: { data: url } }).app)
      .get('/readyz')
      .set(IDENTITY_HEADER, 'forged')
    while (identities.length === 0) await new Promise(setImmediate)
    expect(identities).toEqual([expect.stringMatching(/^eyJ/)])
  })

  it('returns 503 while the gateway drains', async () => {
    const { app } = gatewayApp({ isDraining: () => true })
    expect((await request(app).get('/readyz')).status).toBe(503)
  })
})
