import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { createGuideCopy, type GuideCopy } from './support/guide-copy.ts'

/** The first page of each part of the existing client, as Vite forwards its requests. */
const OF_EXISTING_CLIENT = [
  '/api/csv',
  '/user/api/info',
  '/copilot/api/org/historic',
  '/admin/api/banners',
  '/admin/api/array-data',
]
const PAGE = { origin: 'http://localhost:3000' }

describe('the guide for front-end developers', () => {
  let guide: GuideCopy
  beforeAll(async () => {
    guide = await createGuideCopy()
  }, 120_000)
  afterAll(async () => {
    await guide.stop()
    await guide.remove()
  }, 60_000)

  it('works as written', async () => {
    let commandsOfOthers = 0
    await guide.follow('front-end', async () => {
      commandsOfOthers++
      for (const path of OF_EXISTING_CLIENT) {
        const { status, headers } = await fetch(guide.address(path), { headers: PAGE })
        const origin = headers.get('access-control-allow-origin')
        expect([path, status, origin]).toEqual([path, 200, PAGE.origin])
      }
    })
    expect(commandsOfOthers).toBe(1)
    const options = '--strict --noEmit --module nodenext --target es2024 --lib es2024,dom'
    const compile = `node_modules/.bin/tsc ${options} --allowImportingTsExtensions --types ''`
    await guide.run(`${compile} --ignoreConfig front-end/*.ts`)
    const response = await fetch(guide.address('/user/api/info'), { headers: PAGE })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      401,
      PAGE.origin,
    ])
  }, 300_000)
})
