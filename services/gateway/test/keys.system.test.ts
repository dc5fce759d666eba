import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { closeServers, echoService } from './gateway-fixture.ts'
import { startGateway, startIdp, type RunningGateway } from './running-gateway.ts'

const kim = { email: 'kim@acme.example', groups: ['admin'] }
const lee = { email: 'lee@acme.example', groups: ['admin'] }
let idp: Awaited<ReturnType<typeof startIdp>>
let gateway: RunningGateway
let url: string

async function start(down = false) {
  idp = await startIdp()
  idp.state.down = down
  const settings = { ...idp.settings, ADMIN_REVIEW_URL: url, DATA_URL: url }
  gateway = await startGateway(settings)
}
beforeEach(async () => {
  ;({ url } = await echoService('any'))
})
afterEach(async () => {
  await gateway.stop()
  await closeServers()
})
afterAll(closeServers)

const getBanners = async (headers: Record<string, string>) =>
  fetch(`${gateway.url}/admin/api/banners`, { headers })
const statusFor = async (person: typeof kim) =>
  (await getBanners(idp.issuer.headersFor(person))).status

interface Report {
  status: string
  checks: Record<string, string>
  reasons: Record<string, string>
}
const readyz = async () => {
  const response = await fetch(`${gateway.url}/readyz`)
  return { status: response.status, body: (await response.json()) as Report }
}

describe('a gateway with key servers', () => {
  it('accepts tokens with cached keys while the servers are down', async () => {
    await start()
    expect(await statusFor(kim)).toBe(200)
    idp.state.down = true
    expect(await statusFor(lee)).toBe(200)
    const { fetches } = idp.state
    expect(await statusFor({ ...lee, email: 'max@acme.example' })).toBe(200)
    expect(idp.state.fetches).toBe(fetches)
  })

  it('returns 503 without keys, and serves public paths', async () => {
    await start(true)
    const response = await getBanners(idp.issuer.headersFor(kim))
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect((await fetch(`${gateway.url}/api/csv`)).status).toBe(200)
    idp.state.down = false
    expect(await statusFor(kim)).toBe(200)
  })

  it('reports unavailable servers in /readyz without requesting keys', async () => {
    await start(true)
    const states = async () => {
      const { status, body } = await readyz()
      return [status, body.checks['identity-provider'], body.checks['load-balancer']]
    }
    /** Reports are cached for a second, and one of the two fetches may end after the response. */
    const until = async (state: string) => {
      for (;;) {
        const seen = await states()
        if (seen[1] === state && seen[2] === state) return seen
        await sleep(200)
      }
    }
    expect(await statusFor(kim)).toBe(503)
    expect(await until('degraded')).toEqual([200, 'degraded', 'degraded'])
    const { fetches } = idp.state
    await sleep(1_100)
    expect((await readyz()).body.reasons['identity-provider']).toBe('keys cannot be fetched')
    expect(idp.state.fetches).toBe(fetches)
    idp.state.down = false
    expect(await statusFor(kim)).toBe(200)
    expect(await until('ok')).toEqual([200, 'ok', 'ok'])
  })

  it('accepts tokens of rotated keys at once, despite forged key ids', async () => {
    await start()
    expect(await statusFor(kim)).toBe(200)
    const forged = { authorization: idp.issuer.idToken(kim).replace(/^[^.]+/, forgedHead()) }
    expect((await getBanners(forged)).status).toBe(401)
    idp.issuer.rotate()
    const results = await Promise.all([
      statusFor(lee),
      getBanners({ authorization: idp.issuer.idToken(lee).replace(/^[^.]+/, forgedHead()) }),
      statusFor(kim),
    ])
    expect([results[0], results[1].status, results[2]]).toEqual([200, 401, 200])
  })

  it('requests keys once for concurrent callers', async () => {
    await start()
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => statusFor({ ...kim, email: `k${i}@acme.example` })),
    )
    // Two key sets at the start, at most one repeated, and one load balancer key.
    expect(idp.state.fetches).toBeLessThanOrEqual(4)
  })
})

function forgedHead(): string {
  return Buffer.from(JSON.stringify({ alg: 'RS256', kid: randomUUID() })).toString('base64url')
}

describe('the local identity provider', () => {
  it('causes a warning in the log because its keys are public', async () => {
    await start()
    expect(gateway.output()).toContain('LOCAL IDENTITY PROVIDER')
  })
})

describe('INTERNAL_TOKEN_SECRET_PREVIOUS', () => {
  it('does not replace the current secret for signing', async () => {
    idp = await startIdp()
    const previous = 'the-previous-secret-of-more-than-32'
    gateway = await startGateway({ ...idp.settings, INTERNAL_TOKEN_SECRET_PREVIOUS: previous })
    const response = await fetch(`${gateway.url}/user/api/info`, {
      headers: idp.issuer.headersFor(kim),
    })
    expect(response.status).toBe(200)
  })
})
