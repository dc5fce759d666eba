import { createLandscapeClient, type LandscapeClient } from '@landscape/client'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

const UNAVAILABLE = {
  message: expect.stringMatching(/ \(50[23], request [\w-]+\)$/),
  problem: { error: expect.any(String) },
}

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
    const read = () => client.listActiveBanners()
    expect((await read()).data.messages).toEqual(expect.any(Array))

    await landscape.kill('data')
    await expect(read()).rejects.toMatchObject(UNAVAILABLE)
    expect((await client.getUser()).response.status).toBe(200)

    await landscape.start('data')
    expect((await read()).response.status).toBe(200)
  })

  it('returns the same error for a service that never started', async () => {
    await expect(client.listSeats()).rejects.toMatchObject(UNAVAILABLE)
  })
})
