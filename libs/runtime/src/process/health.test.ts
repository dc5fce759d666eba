import { describe, expect, it } from '@jest/globals'
import { GATEWAY_IDENTITY } from '../identity/gateway-identity.ts'
import {
  createIdentitySigner,
  createIdentityVerifier,
  IDENTITY_HEADER,
} from '../identity/identity-token.ts'
import { mountRoutes } from '@landscape/http/route/mount-routes'
import { createExpressApp } from '@landscape/http/server/express-app'
import request from 'supertest'
import { Degraded, healthRoutes, type HealthDeps } from './health.ts'

const app = (deps: Partial<HealthDeps>) => {
  const server = createExpressApp()
  mountRoutes(server, healthRoutes({ checks: {}, isDraining: () => false, ...deps }), {
    bodyLimit: 0,
    checkReplies: true,
  })
  return server
}
const fails = () => Promise.reject(new Error('no route to the store'))

describe('GET /livez', () => {
  it('returns 200 without checking dependencies, and no-store', async () => {
    const response = await request(app({ checks: { store: fails } })).get('/livez')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ status: 'alive' })
    expect(response.headers['cache-control']).toBe('no-store')
  })
})

describe('GET /readyz', () => {
  it('returns 200 when every check passes', async () => {
    const response = await request(app({ checks: { store: async () => 1 } })).get('/readyz')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ status: 'ready', checks: { store: 'ok' } })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('reports a dependency that does not respond within 2 s as failing', async () => {
    const store = () => new Promise(() => {})
    const response = await request(app({ checks: { store } })).get('/readyz')
    expect(response.body).toEqual({
      status: 'not ready',
      checks: { store: 'failing' },
      reasons: { store: 'no response within 2 s' },
    })
  })

  it('reports an impaired dependency as degraded', async () => {
    const store = () => Promise.reject(new Degraded('a replica is down'))
    expect((await request(app({ reported: { store } })).get('/readyz')).body).toEqual({
      status: 'degraded',
      checks: { store: 'degraded' },
      reasons: { store: 'a replica is down' },
    })
  })

  it.each([
    ['the first 300 characters', new Error('x'.repeat(301)), 'x'.repeat(300)],
    ['a default for an empty message', new Error(''), 'failed'],
    ['a default for a value other than an Error', { message: 'secret' }, 'failed'],
  ])('reports as the reason %s', async (_case, error, reason) => {
    const check = () => Promise.reject(error)
    expect((await request(app({ checks: { check } })).get('/readyz')).body.reasons).toEqual({
      check: reason,
    })
  })

  it('returns 503 and the reason until a check has passed once', async () => {
    const response = await request(app({ checks: { store: fails } })).get('/readyz')
    expect(response.status).toBe(503)
    expect(response.body).toEqual({
      status: 'not ready',
      checks: { store: 'failing' },
      reasons: { store: 'no route to the store' },
    })
  })

  it('returns 200 and the reason when a check fails after it passed', async () => {
    let isDown = false
    const store = async () => {
      if (isDown) throw new Error('gone')
    }
    const service = app({ checks: { store } })
    expect((await request(service).get('/readyz')).body.status).toBe('ready')
    isDown = true
    let response = await request(service).get('/readyz')
    // The state is cached for a second.
    while (response.body.status === 'ready') response = await request(service).get('/readyz')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      status: 'degraded',
      checks: { store: 'failing' },
      reasons: { store: 'gone' },
    })
  })

  it('returns 200 when an optional dependency fails', async () => {
    const response = await request(app({ reported: { data: fails } })).get('/readyz')
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ status: 'degraded', checks: { data: 'failing' } })
  })

  it('shares one check between concurrent requests', async () => {
    let checked = 0
    const service = app({ checks: { store: async () => checked++ } })
    await Promise.all(Array.from({ length: 20 }, () => request(service).get('/readyz')))
    expect(checked).toBeLessThan(20)
  })

  it('returns 503 while the process drains', async () => {
    const response = await request(app({ isDraining: () => true })).get('/readyz')
    expect(response.status).toBe(503)
    expect(response.body.status).toBe('draining')
  })

  it('redacts reasons', async () => {
    const check = () => Promise.reject(new Error('kim@acme.example may not'))
    const response = await request(app({ checks: { store: check } })).get('/readyz')
    expect(response.body.reasons.store).toBe('[redacted] may not')
  })

  it('reports whether the identity of the request is valid', async () => {
    const identity = createIdentityVerifier(['a-secret-of-more-than-32-characters'], 'data')
    const signer = createIdentitySigner('a-secret-of-more-than-32-characters')
    const foreign = createIdentitySigner('another-secret-of-over-32-characters')
    const service = app({ checks: { store: async () => 1 }, identity })
    const bodyFor = async (token?: string) =>
      (
        await request(service)
          .get('/readyz')
          .set(token ? { [IDENTITY_HEADER]: token } : {})
      ).body

    const checks = { store: 'ok' }
    expect(await bodyFor()).toEqual({ status: 'ready', checks })
    expect(await bodyFor(await signer.sign(GATEWAY_IDENTITY, 'data'))).toEqual({
      status: 'ready',
      checks: { ...checks, identity: 'ok' },
    })
    expect(await bodyFor(await foreign.sign(GATEWAY_IDENTITY, 'data'))).toEqual({
      status: 'degraded',
      checks: { ...checks, identity: 'failing' },
      reasons: { identity: 'signature' },
    })
    const unready = app({ checks: { store: fails }, identity })
    const invalid = await foreign.sign(GATEWAY_IDENTITY, 'data')
    const response = await request(unready).get('/readyz').set(IDENTITY_HEADER, invalid)
    expect(response.body).toMatchObject({
      status: 'not ready',
      reasons: { store: 'no route to the store', identity: 'signature' },
    })
  })

  it('reports an identity as not verified when the verifier fails', async () => {
    const identity = { audience: 'data', verify: () => Promise.reject(new Error('no secret')) }
    const get = (deps: Partial<HealthDeps>) =>
      request(app(deps)).get('/readyz').set(IDENTITY_HEADER, 'token')
    expect((await get({ identity })).body).toEqual({
      status: 'degraded',
      checks: { identity: 'failing' },
      reasons: { identity: 'not verified' },
    })
    expect((await get({})).body).toEqual({ status: 'ready', checks: {} })
  })
})

describe('a change of readiness', () => {
  it('is logged once when a check fails and once when it recovers', async () => {
    const lines: unknown[] = []
    const logger = {
      info: (text: string) => void lines.push(text),
      warn: (about: unknown, text: string) => void lines.push([about, text]),
    } as never
    let now = 60_000
    let isWell = true
    const store = () => (isWell ? Promise.resolve() : fails())
    const service = app({ checks: { store }, logger, now: () => now })
    const probe = async (well: boolean) => {
      now += 2_000
      isWell = well
      await request(service).get('/readyz')
    }
    now += 30_000
    await probe(true)
    for (let n = 0; n < 20; n++) await probe(false)
    for (let n = 0; n < 20; n++) await probe(true)
    const reasons = { store: 'no route to the store' }
    expect(lines).toEqual([[{ status: 'degraded', reasons }, 'readiness changed'], 'ready again'])
  })

  it('is not logged in the first 30 s of the process', async () => {
    const lines: unknown[] = []
    const logger = { warn: (_: unknown, text: string) => void lines.push(text) } as never
    let now = 0
    const service = app({ checks: { store: fails }, logger, now: () => now })
    for (; now < 30_000; now += 5_000) await request(service).get('/readyz')
    expect(lines).toEqual([])
    await request(service).get('/readyz')
    expect(lines).toEqual(['readiness changed'])
  })
})
