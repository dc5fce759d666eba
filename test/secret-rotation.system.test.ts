import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { pause } from './support/process.ts'
import { startProduction, type Production } from './support/production.ts'

const NEXT = 'the next secret of the end to end tests'
const WRONG = 'a wrong secret, as after a typing error'
const SERVICES = ['projects', 'data', 'admin-review'] as const

let landscape: Production
let client: Client
let headers: Record<string, string>
beforeAll(async () => {
  landscape = await startProduction({ services: ['gateway', ...SERVICES] })
  client = createClient(landscape.url)
  headers = landscape.issuer.headersFor({ email: 'kim@acme.example', groups: ['admin'] })
}, 60_000)
afterAll(async () => {
  client?.close()
  await landscape?.stop()
})

async function restart(name: (typeof SERVICES)[number] | 'gateway', env: Record<string, string>) {
  await landscape.terminate(name)
  await landscape.start(name, env)
}

/** Returns the status of a signed-in request to each service. */
async function statuses(): Promise<number[]> {
  const paths = ['/api/v1/user', '/api/banners', '/admin/api/banners']
  return Promise.all(paths.map(async (path) => (await client.get(path, headers)).status))
}

async function report() {
  const { json } = await client.get('/readyz')
  return json() as { checks: Record<string, string>; reasons?: Record<string, string> }
}

/** Polls until the gateway reports this state of a service: reports are cached for a second. */
async function untilReported(service: string, state: string) {
  let seen = await report()
  while (seen.checks[service] !== state) {
    await pause()
    seen = await report()
  }
  return seen
}

const WELL = [200, 200, 200]

describe('INTERNAL_TOKEN_SECRET', () => {
  it('is rotated without a rejected request: services, gateway, then removal of the old secret', async () => {
    const old = landscape.internalTokenSecret
    expect(await statuses()).toEqual(WELL)
    const both = { INTERNAL_TOKEN_SECRET: NEXT, INTERNAL_TOKEN_SECRET_PREVIOUS: old }
    await Promise.all(SERVICES.map((name) => restart(name, both)))
    expect(await statuses()).toEqual(WELL)
    await restart('gateway', { INTERNAL_TOKEN_SECRET: NEXT })
    expect(await statuses()).toEqual(WELL)
    await Promise.all(SERVICES.map((name) => restart(name, { INTERNAL_TOKEN_SECRET: NEXT })))
    expect(await statuses()).toEqual(WELL)
    const { checks } = await untilReported('projects', 'ok')
    expect(checks).toMatchObject({ data: 'ok', 'admin-review': 'ok' })
  }, 90_000)

  it('is reported and logged by both sides when it differs and when it is corrected', async () => {
    await restart('projects', { INTERNAL_TOKEN_SECRET: WRONG })
    expect(await statuses()).toEqual([401, 200, 200])
    const { reasons, checks } = await untilReported('projects', 'failing')
    expect(reasons).toMatchObject({ projects: 'rejects our identity: signature' })
    expect(checks).toMatchObject({ data: 'ok', 'admin-review': 'ok' })
    await untilLogged('gateway', /"upstream":"projects",.*"reason":"signature"/)
    await untilLogged('projects', /"reason":"signature"/)

    await restart('projects', { INTERNAL_TOKEN_SECRET: NEXT })
    expect(await statuses()).toEqual(WELL)
    await untilReported('projects', 'ok')
    const outputs = (['gateway', 'projects'] as const).map((name) => landscape.output(name))
    for (const secret of [landscape.internalTokenSecret, NEXT, WRONG, 'eyJ']) {
      expect(outputs.filter((text) => text.includes(secret))).toEqual([])
    }
  }, 60_000)
})

async function untilLogged(name: 'gateway' | 'projects', text: RegExp) {
  while (!text.test(landscape.output(name))) await pause()
}
