import { describe, expect, it } from '@jest/globals'
import {
  createIdentitySigner,
  createIdentityVerifier,
  IDENTITY_HEADER,
} from '../identity/identity-token.ts'
import { createSendProblem, mountRoutes } from '@landscape/http'
import { createLogger } from '../logging/create-logger.ts'
import request from 'supertest'
import { Degraded, healthRoutes, type HealthDeps } from './health.ts'

const app = (deps: Partial<HealthDeps>) =>
  mountRoutes(healthRoutes({ checks: {}, isDraining: () => false, ...deps }), {
    identityOf: async () => undefined,
    bodyLimit: 0,
    checkReplies: true,
    sendProblem: createSendProblem({
      logger: createLogger({ service: 'test', level: 'silent' }),
    }),
  })
const fails = () => Promise.reject(new Error('no route to the store'))

describe('GET /livez', () => {
  it('is 200 whatever the dependencies do, and never cached', async () => {
    const answer = await request(app({ checks: { store: fails } })).get('/livez')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ status: 'alive' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('GET /readyz', () => {
  it('is 200 when every dependency answers', async () => {
    const answer = await request(app({ checks: { store: async () => 1 } })).get('/readyz')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ status: 'ready', checks: { store: 'ok' } })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('does not wait for a dependency that is silent', async () => {
    const store = () => new Promise(() => {})
    const answer = await request(app({ checks: { store } })).get('/readyz')
    expect(answer.body).toEqual({
      status: 'not ready',
      checks: { store: 'failing' },
      reasons: { store: 'no answer within 2 s' },
    })
  })

  it('says of a dependency that it answers, but not as it should', async () => {
    const store = () => Promise.reject(new Degraded('a replica is away'))
    expect((await request(app({ reported: { store } })).get('/readyz')).body).toEqual({
      status: 'degraded',
      checks: { store: 'degraded' },
      reasons: { store: 'a replica is away' },
    })
  })

  it.each([
    ['at most 300 characters', new Error('x'.repeat(301)), 'x'.repeat(300)],
    ['no empty text', new Error(''), 'failed'],
    ['nothing of what is no error', { message: 'secret' }, 'failed'],
  ])('gives as a reason %s', async (_what, error, reason) => {
    const check = () => Promise.reject(error)
    expect((await request(app({ checks: { check } })).get('/readyz')).body.reasons).toEqual({
      check: reason,
    })
  })

  it('is 503 with the reason while a dependency has never answered', async () => {
    const answer = await request(app({ checks: { store: fails } })).get('/readyz')
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual({
      status: 'not ready',
      checks: { store: 'failing' },
      reasons: { store: 'no route to the store' },
    })
  })

  it('stays 200 and says why when a dependency fails that answered before', async () => {
    let away = false
    const store = async () => {
      if (away) throw new Error('gone')
    }
    const service = app({ checks: { store } })
    expect((await request(service).get('/readyz')).body.status).toBe('ready')
    away = true
    let answer = await request(service).get('/readyz')
    // Answers are kept for a second.
    while (answer.body.status === 'ready') answer = await request(service).get('/readyz')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      status: 'degraded',
      checks: { store: 'failing' },
      reasons: { store: 'gone' },
    })
  })

  it('stays 200 when something fails that it can do without', async () => {
    const answer = await request(app({ reported: { data: fails } })).get('/readyz')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ status: 'degraded', checks: { data: 'failing' } })
  })

  it('asks once for many callers', async () => {
    let asked = 0
    const service = app({ checks: { store: async () => asked++ } })
    await Promise.all(Array.from({ length: 20 }, () => request(service).get('/readyz')))
    expect(asked).toBeLessThan(20)
  })

  it('is 503 while the process drains', async () => {
    const answer = await request(app({ isDraining: () => true })).get('/readyz')
    expect(answer.status).toBe(503)
    expect(answer.body.status).toBe('draining')
  })

  it('gives no secret away as a reason', async () => {
    const check = () => Promise.reject(new Error('kim@acme.example may not'))
    const answer = await request(app({ checks: { store: check } })).get('/readyz')
    expect(answer.body.reasons.store).toBe('[redacted] may not')
  })

  it('says whether it believes the identity of the question, and nothing of it to who has none', async () => {
    const identity = createIdentityVerifier(['a-secret-of-more-than-32-characters'], 'data')
    const signer = createIdentitySigner('a-secret-of-more-than-32-characters')
    const foreign = createIdentitySigner('another-secret-of-over-32-characters')
    const asker = { subject: 'gateway', email: 'gateway@landscape.invalid', groups: [] }
    const service = app({ checks: { store: async () => 1 }, identity })
    const ask = async (token?: string) =>
      (
        await request(service)
          .get('/readyz')
          .set(token ? { [IDENTITY_HEADER]: token } : {})
      ).body

    const checks = { store: 'ok' }
    expect(await ask()).toEqual({ status: 'ready', checks })
    expect(await ask(await signer.sign(asker, 'data'))).toEqual({
      status: 'ready',
      checks: { ...checks, identity: 'ok' },
    })
    expect(await ask(await foreign.sign(asker, 'data'))).toEqual({
      status: 'degraded',
      checks: { ...checks, identity: 'failing' },
      reasons: { identity: 'signature' },
    })
    const away = app({ checks: { store: fails }, identity })
    const refused = await foreign.sign(asker, 'data')
    const answer = await request(away).get('/readyz').set(IDENTITY_HEADER, refused)
    expect(answer.body).toMatchObject({
      status: 'not ready',
      reasons: { store: 'no route to the store', identity: 'signature' },
    })
  })

  it('believes nobody while it cannot judge identities, and looks at none without a way to', async () => {
    const identity = { audience: 'data', verify: () => Promise.reject(new Error('no secret')) }
    const ask = (deps: Partial<HealthDeps>) =>
      request(app(deps)).get('/readyz').set(IDENTITY_HEADER, 'token')
    expect((await ask({ identity })).body).toEqual({
      status: 'degraded',
      checks: { identity: 'failing' },
      reasons: { identity: 'not verified' },
    })
    expect((await ask({})).body).toEqual({ status: 'ready', checks: {} })
  })
})

describe('a change of readiness', () => {
  it('is one line, however often it is asked, and one when all is well again', async () => {
    const lines: unknown[] = []
    const logger = {
      info: (text: string) => void lines.push(text),
      warn: (about: unknown, text: string) => void lines.push([about, text]),
    } as never
    let now = 60_000
    let isWell = true
    const store = () => (isWell ? Promise.resolve() : fails())
    const asked = app({ checks: { store }, logger, now: () => now })
    const ask = async (well: boolean) => {
      now += 2_000
      isWell = well
      await request(asked).get('/readyz')
    }
    now += 30_000
    await ask(true)
    for (let n = 0; n < 20; n++) await ask(false)
    for (let n = 0; n < 20; n++) await ask(true)
    const reasons = { store: 'no route to the store' }
    expect(lines).toEqual([[{ status: 'degraded', reasons }, 'readiness changed'], 'ready again'])
  })

  it('is said once in half a minute, and not of a process that is only starting', async () => {
    const lines: unknown[] = []
    const logger = { warn: (_: unknown, text: string) => void lines.push(text) } as never
    let now = 0
    const asked = app({ checks: { store: fails }, logger, now: () => now })
    for (; now < 30_000; now += 5_000) await request(asked).get('/readyz')
    expect(lines).toEqual([])
    await request(asked).get('/readyz')
    expect(lines).toEqual(['readiness changed'])
  })
})
