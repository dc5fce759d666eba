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

const open = async (headers: Record<string, string>) =>
  fetch(`${gateway.url}/admin/api/banners`, { headers })
const statusFor = async (person: typeof kim) => (await open(idp.issuer.headersFor(person))).status

interface Report {
  status: string
  checks: Record<string, string>
  reasons: Record<string, string>
}
const readyz = async () => {
  const answer = await fetch(`${gateway.url}/readyz`)
  return { status: answer.status, body: (await answer.json()) as Report }
}

describe('key servers', () => {
  it('that are down keep nobody out whose keys are known', async () => {
    await start()
    expect(await statusFor(kim)).toBe(200)
    idp.state.down = true
    expect(await statusFor(lee)).toBe(200)
    const { fetches } = idp.state
    expect(await statusFor({ ...lee, email: 'max@acme.example' })).toBe(200)
    expect(idp.state.fetches).toBe(fetches)
  })

  it('that are down from the start give 503, never 401, and leave public paths open', async () => {
    await start(true)
    const response = await open(idp.issuer.headersFor(kim))
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect((await fetch(`${gateway.url}/api/csv`)).status).toBe(200)
    idp.state.down = false
    expect(await statusFor(kim)).toBe(200)
  })

  it('that are down show in /readyz, which asks them for nothing, until they give keys again', async () => {
    await start(true)
    const states = async () => {
      const { status, body } = await readyz()
      return [status, body.checks['identity-provider'], body.checks['load-balancer']]
    }
    /** A report may be a second old, and one of two fetches end after the answer. */
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

  it('may change keys: new tokens pass at once, also while somebody invents key ids', async () => {
    await start()
    expect(await statusFor(kim)).toBe(200)
    const invented = { authorization: idp.issuer.idToken(kim).replace(/^[^.]+/, forgedHead()) }
    expect((await open(invented)).status).toBe(401)
    idp.issuer.rotate()
    const answers = await Promise.all([
      statusFor(lee),
      open({ authorization: idp.issuer.idToken(lee).replace(/^[^.]+/, forgedHead()) }),
      statusFor(kim),
    ])
    expect([answers[0], answers[1].status, answers[2]]).toEqual([200, 401, 200])
  })

  it('are asked once for many who come at the same time', async () => {
    await start()
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => statusFor({ ...kim, email: `k${i}@acme.example` })),
    )
    // The key set at the start (two issuers, one flight each), at most once more, and one key.
    expect(idp.state.fetches).toBeLessThanOrEqual(4)
  })
})

function forgedHead(): string {
  return Buffer.from(JSON.stringify({ alg: 'RS256', kid: randomUUID() })).toString('base64url')
}

describe('the local identity provider', () => {
  it('is warned of in the log, since anybody may hold its keys', async () => {
    await start()
    expect(gateway.output()).toContain('LOCAL IDENTITY PROVIDER')
  })
})

describe('secrets between gateway and services', () => {
  it('can be rotated: the gateway signs with the current one', async () => {
    idp = await startIdp()
    const previous = 'the-previous-secret-of-more-than-32'
    gateway = await startGateway({ ...idp.settings, INTERNAL_TOKEN_SECRET_PREVIOUS: previous })
    const response = await fetch(`${gateway.url}/user/api/info`, {
      headers: idp.issuer.headersFor(kim),
    })
    expect(response.status).toBe(200)
  })
})
