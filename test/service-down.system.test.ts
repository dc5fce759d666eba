import { createLandscapeClient, type LandscapeClient } from '@landscape/client'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

let landscape: Landscape
let client: LandscapeClient
beforeAll(async () => {
  landscape = await startLandscape({
    services: ['gateway', 'data'],
    env: { UPSTREAM_RESTART_SECONDS: '0.5' },
  })
  client = createLandscapeClient({ baseUrl: landscape.url, fetch })
})
afterAll(() => landscape?.stop())

describe('a service that is down', () => {
  it('fails with JSON for its prefix only and serves again after a restart', async () => {
    const read = () => client.GET('/api/banners')
    expect((await read()).data?.messages).toEqual(expect.any(Array))

    await landscape.kill('data')
    const { error, response } = await read()
    expect([502, 503]).toContain(response.status)
    expect(response.headers.get('content-type')).toContain('json')
    expect(error?.error).toEqual(expect.any(String))
    expect((await client.GET('/user/api/info')).response.status).toBe(200)

    await landscape.start('data')
    expect((await read()).response.status).toBe(200)
  })

  it('returns the same error for a service that never started', async () => {
    const { error, response } = await client.GET('/assistant/api/seats')
    expect([502, 503]).toContain(response.status)
    expect(error?.error).toEqual(expect.any(String))
  })
})
