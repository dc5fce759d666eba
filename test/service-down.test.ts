import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

let landscape: Landscape
beforeAll(async () => {
  landscape = await startLandscape({
    services: ['gateway', 'data'],
    env: { UPSTREAM_RESTART_SECONDS: '0.5' },
  })
})
afterAll(() => landscape?.stop())

describe('a service that is down', () => {
  it('fails for its own prefix only, as JSON, and serves again once it is back', async () => {
    const read = async (path: string) => fetch(`${landscape.url}${path}`)
    expect((await read('/api/banners')).status).toBe(200)

    await landscape.kill('data')
    const refused = await read('/api/banners')
    expect([502, 503]).toContain(refused.status)
    expect(refused.headers.get('content-type')).toContain('json')
    expect(await refused.json()).toEqual(expect.objectContaining({ error: expect.any(String) }))
    expect((await read('/user/api/info')).status).toBe(200)

    await landscape.start('data')
    expect((await read('/api/banners')).status).toBe(200)
  })

  it('answers in the same way for a service that was never started', async () => {
    const refused = await fetch(`${landscape.urls.gateway}/assistant/api/seats`)
    expect([502, 503]).toContain(refused.status)
    expect(await refused.json()).toEqual(expect.objectContaining({ error: expect.any(String) }))
  })
})
