import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { clockAhead } from '../tools/lab/attack/clocks.ts'
import { createClient, type Client } from './support/client.ts'
import { pause } from './support/process.ts'
import { startProduction, type Production } from './support/production.ts'

describe("a service whose clock differs too much from the gateway's", () => {
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

  const register = (name: string) =>
    client.post('/api/v1/projects', { user: [{ email: '' }], details: [{ name }] }, headers)
  const report = async () =>
    (await client.get('/readyz')).json() as {
      checks: Record<string, string>
      reasons?: Record<string, string>
    }

  it.each([
    [600, 'expired'],
    [-600, 'not yet valid'],
  ])(
    'rejects identities when it is %i s ahead, and both sides report the reason',
    async (seconds, reason) => {
      await landscape.start('projects', clockAhead(seconds))
      expect((await register('Rejected')).status).toBe(401)
      const reasonLogged = `"reason":"${reason}"`
      while (!landscape.output('projects').includes(reasonLogged)) await pause()
      let latest = await report()
      while (latest.reasons?.['projects'] !== `rejects our identity: ${reason}`) {
        await pause()
        latest = await report()
      }
      expect(latest.checks['projects']).toBe('failing')
      await landscape.kill('projects')
    },
    60_000,
  )
})
