import type { LookupAddress } from 'node:dns'
import type { RequestListener } from 'node:http'
import { afterAll, describe, expect, it } from '@jest/globals'
import {
  createIdentityVerifier,
  createLogger,
  Degraded,
  IDENTITY_HEADER,
  serviceApp,
} from '@landscape/runtime'
import request from 'supertest'
import { closeServers, gatewayApp, listen, SECRET } from './gateway-fixture.ts'

afterAll(closeServers)

type HealthDeps = Parameters<typeof serviceApp>[0]['health']

const quiet = createLogger({ service: 'data', level: 'silent' })

/** A data service as it is, whose secret and dependencies are chosen. */
async function dataService(options: Partial<HealthDeps> & { secret?: string }) {
  const { url } = await listen(dataApp(options))
  return gatewayApp({ upstreams: { data: url } })
}

function dataApp({ secret = SECRET, ...health }: Partial<HealthDeps> & { secret?: string }) {
  return serviceApp({
    title: 'Data',
    routes: [],
    identity: createIdentityVerifier([secret], 'data'),
    logger: quiet,
    health: { checks: {}, isDraining: () => false, ...health },
    bodyLimit: 1_000,
    checkReplies: true,
  })
}

/** A gateway before replicas of the data service at one name, each at an address of its own. */
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

/** The report, once the service had the time to answer: a busy machine takes it away. */
async function readyz({ app }: ReturnType<typeof gatewayApp>) {
  for (;;) {
    const answer = await request(app).get('/readyz')
    if (!String(answer.body.reasons?.data).includes('no answer')) return answer
  }
}

async function reportOf(gateway: ReturnType<typeof gatewayApp>) {
  const { status, body } = await readyz(gateway)
  return { status, state: body.checks.data, reason: body.reasons?.data }
}

describe('GET /readyz', () => {
  it('is ready and tells which services cannot be reached', async () => {
    const { body, status } = await readyz(await dataService({}))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'degraded',
      reasons: { projects: expect.any(String) },
      checks: { projects: 'failing', data: 'ok', 'admin-review': 'failing', assistant: 'failing' },
    })
  })

  it('says that a service is degraded, by what; why is for the log', async () => {
    const state = { away: false }
    const store = async () => {
      if (state.away) throw new Error('s3: bucket "secret-plans" failed: connect 10.1.2.3')
    }
    const gateway = await dataService({ checks: { store } })
    expect(await reportOf(gateway)).toEqual({ status: 200, state: 'ok', reason: undefined })
    state.away = true
    let report = await reportOf(gateway)
    // Reports are kept for a second.
    while (report.state === 'ok') report = await reportOf(gateway)
    expect(report).toEqual({ status: 200, state: 'degraded', reason: 'degraded: store' })
    expect(gateway.lines.join('')).toContain('secret-plans')
  })

  // spec, otherwise: 4.2-r8 2.4-r4a
  it('says of no service that it is healthy while nobody answers for it', async () => {
    const gateway = await dataService({ checks: {} })
    expect(await reportOf(gateway)).toMatchObject({ state: 'ok' })
    const away = gatewayApp()
    const { status, text } = await request(away.app).get('/api/health')
    expect(status).toBe(503)
    expect(text).not.toContain('healthy')
    expect(await reportOf(away)).toMatchObject({ state: 'failing' })
  })

  it('says that a service is not ready', async () => {
    const store = () => Promise.reject(new Degraded('slow'))
    const report = await reportOf(await dataService({ checks: { store } }))
    expect(report).toMatchObject({ state: 'failing', reason: 'not ready: store' })
  })

  it('says that a service refuses the identity of callers, and logs it once', async () => {
    const gateway = await dataService({ secret: 'another-secret-of-over-32-characters' })
    const report = await reportOf(gateway)
    expect(report).toMatchObject({ state: 'failing', reason: 'refuses our identity: signature' })
    await reportOf(gateway)
    const told = gateway.lines.filter((line) => line.includes('INTERNAL_TOKEN_SECRET'))
    expect(told.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ upstream: 'data', reason: 'signature' }),
    ])
    expect(gateway.lines.join('')).not.toMatch(/eyJ|-32-characters/)
  })

  it('asks each replica: one that refuses our identity makes the service degraded', async () => {
    const wrong = dataApp({ secret: 'another-secret-of-over-32-characters' })
    const gateway = await replicas(dataApp({}), wrong)
    expect(await reportOf(gateway)).toEqual({
      status: 200,
      state: 'degraded',
      reason: '1 of 2 replicas: refuses our identity: signature',
    })
    const told = gateway.lines.filter((line) => line.includes('INTERNAL_TOKEN_SECRET'))
    expect(told.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        upstream: 'data',
        replica: expect.stringMatching(/^127\.0\.0\.2:/),
      }),
    ])
  })

  it('says that a service is failing when none of its replicas can serve', async () => {
    const wrong = () => dataApp({ secret: 'another-secret-of-over-32-characters' })
    expect(await reportOf(await replicas(wrong(), wrong()))).toMatchObject({
      state: 'failing',
      reason: 'refuses our identity: signature',
    })
  })

  it('says that a service is degraded when each replica does a part of its work', async () => {
    const apart = () => dataApp({ reported: { host: () => Promise.reject(new Error('away')) } })
    const well = await replicas(apart(), apart())
    expect(await reportOf(well)).toMatchObject({
      state: 'degraded',
      reason: '2 of 2 replicas: degraded: host',
    })
  })

  it('takes an address at which nobody listens for none, while there is another', async () => {
    const { port } = await listen(dataApp({}))
    const gateway = gatewayApp({
      upstreams: { data: `http://data.example:${port}` },
      lookup: async () => ['127.0.0.1', '127.0.0.9'].map((address) => ({ address, family: 4 })),
    })
    expect(await reportOf(gateway)).toEqual({ status: 200, state: 'ok', reason: undefined })
  })

  it('asks a bounded number of replicas', async () => {
    let asked = 0
    const count: RequestListener = (_req, res) => {
      asked++
      res.end('{}')
    }
    await reportOf(await replicas(...Array.from({ length: 20 }, () => count)))
    expect(asked).toBe(16)
  })

  it.each([
    ['no report', '{}'],
    ['nothing', ''],
    ['a report without a word on identity', '{"status":"ready","checks":{"store":"ok"}}'],
    ['a report without an end', `{"status":"ready","checks":{"x":"${'x'.repeat(20_000)}"}}`],
    ['names that a service would not choose', '{"status":"ready","checks":{"<b>":"ok"}}'],
  ])('takes %s for a failing service', async (_what, text) => {
    const { url } = await listen((_req, res) => res.end(text))
    expect(await reportOf(gatewayApp({ upstreams: { data: url } }))).toMatchObject({
      status: 200,
      state: 'failing',
    })
  })

  it("does not ask on a client's word", async () => {
    const asked: unknown[] = []
    const { url } = await listen((req, res) => {
      asked.push(req.headers[IDENTITY_HEADER])
      res.end('{}')
    })
    await request(gatewayApp({ upstreams: { data: url } }).app)
      .get('/readyz')
      .set(IDENTITY_HEADER, 'forged')
    while (asked.length === 0) await new Promise(setImmediate)
    expect(asked).toEqual([expect.stringMatching(/^eyJ/)])
  })

  it('is 503 while the gateway drains', async () => {
    const { app } = gatewayApp({ isDraining: () => true })
    expect((await request(app).get('/readyz')).status).toBe(503)
  })
})
