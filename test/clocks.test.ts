import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { describeOnEachStore } from './support/describe-stores.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { pause } from './support/process.ts'
import { startProduction, type Production } from './support/production.ts'
import type { TestStore } from './support/stores.ts'

const SHIFTED = `--import=${fileURLToPath(new URL('support/shifted-clock.ts', import.meta.url))}`
const HOUR = 3_600

describe("a service whose clock differs from the gateway's", () => {
  let landscape: Production
  let client: Client
  let headers: Record<string, string>
  beforeAll(async () => {
    landscape = await startProduction({ services: ['gateway'] })
    client = createClient(landscape.url)
    headers = landscape.issuer.headersFor({ email: 'kim@acme.example', groups: ['admin'] })
  }, 60_000)
  afterAll(async () => {
    client?.close()
    await landscape?.stop()
  })

  const start = (aheadSeconds: number) =>
    landscape.start('projects', {
      NODE_OPTIONS: SHIFTED,
      CLOCK_AHEAD_SECONDS: String(aheadSeconds),
    })
  const register = (name: string) =>
    client.post('/api/v1/projects', { user: [{ email: '' }], details: [{ name }] }, headers)
  const report = async () =>
    (await client.get('/readyz')).json() as {
      checks: Record<string, string>
      reasons?: Record<string, string>
    }

  it.each([45, -45])(
    'serves signed-in users when it is %i s ahead',
    async (seconds) => {
      await start(seconds)
      expect((await register(`By a clock ${seconds} s ahead`)).status).toBe(201)
      expect((await client.get('/api/v1/projects', headers)).status).toBe(200)
      while ((await report()).checks['projects'] !== 'ok') await pause()
      await landscape.kill('projects')
    },
    60_000,
  )

  it.each([
    [600, 'expired'],
    [-600, 'not yet valid'],
  ])(
    'refuses them when it is %i s ahead, and both sides say why',
    async (seconds, reason) => {
      await start(seconds)
      expect((await register('Refused')).status).toBe(401)
      const said = `"reason":"${reason}"`
      while (!landscape.output('projects').includes(said)) await pause()
      let told = await report()
      while (told.reasons?.['projects'] !== `refuses our identity: ${reason}`) {
        await pause()
        told = await report()
      }
      expect(told.checks['projects']).toBe('failing')
      await landscape.kill('projects')
    },
    60_000,
  )
})

describeOnEachStore('a clock that is set back while the service runs', (open) => {
  let data: TestStore
  let landscape: Landscape
  let client: Client
  beforeAll(async () => {
    data = await open()
    landscape = await startLandscape({
      env: data.env,
      documents: false,
      services: ['gateway', 'admin-review'],
    })
    await landscape.start('data', {
      NODE_OPTIONS: SHIFTED,
      CLOCK_SET_SECONDS: String(-HOUR),
      READ_MAX_AGE_MS: '100',
    })
    client = createClient(landscape.url)
  }, 60_000)
  afterAll(async () => {
    client?.close()
    await landscape?.stop()
    await data?.close()
  })

  const write = (message: string) =>
    client.post('/admin/api/banners/update', { message, pages: ['radar'] })
  const clockOf = async () => {
    const { timestamp } = (await client.get('/api/health')).json() as { timestamp: string }
    return Date.parse(timestamp)
  }

  /** Reads until the banner is there: a copy may be a tenth of a second old, as this one is set. */
  async function untilRead(message: string) {
    let answer = await client.get('/api/banners/all')
    while (!answer.text.includes(message)) {
      await pause()
      answer = await client.get('/api/banners/all')
    }
    return answer
  }

  it('does not make copies last longer, nor reads stale', async () => {
    expect((await write('before')).status).toBe(200)
    await untilRead('before')
    landscape.signal('data', 'SIGUSR2')
    while ((await clockOf()) > Date.now() - (HOUR * 1_000) / 2) await pause()
    for (const message of ['just after', 'later']) {
      expect((await write(message)).status).toBe(200)
      const { status, headers } = await untilRead(message)
      expect(status).toBe(200)
      expect(headers['warning']).toBeUndefined()
    }
  }, 60_000)
})
