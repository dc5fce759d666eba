import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { describeOnS3 } from './support/describe-stores.ts'
import { everything, stored } from './support/documents.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { openS3 } from './support/stores.ts'

const READS = ['/api/banners/all', '/api/tech-radar/json', '/api/csv', '/admin/api/banners']
/** A path without earlier requests: the service has read its document before it was ready. */
const NEVER_REQUESTED = '/admin/api/array-data'

describeOnS3('a store outage', () => {
  let data: Awaited<ReturnType<typeof openS3>>
  let landscape: Landscape
  let client: Client
  beforeAll(async () => {
    data = await openS3()
    landscape = await startLandscape({
      env: data.env,
      documents: false,
      services: ['gateway', 'projects', 'data', 'admin-review'],
    })
    client = createClient(landscape.url)
  }, 60_000)
  afterAll(async () => {
    client?.close()
    await landscape?.stop()
    await data?.close()
  })

  it('is checked with a GET of one object instead of a list request', () => {
    const requests = [...data.requestCounts().keys()]
    expect(requests).toContain('GET .landscape/readiness')
    expect(requests.filter((request) => request.startsWith('LIST'))).toEqual([])
  })

  it('returns stale copies for reads and rejects edits with Retry-After', async () => {
    const add = (message: string) =>
      client.post('/admin/api/banners/update', { message, pages: ['radar'] })
    expect((await add('before')).status).toBe(200)
    const fresh = await Promise.all(READS.map((path) => client.get(path)))
    for (const response of fresh) expect(response.headers['warning']).toBeUndefined()
    const before = await everything(data.store)

    await data.disconnect()
    const rejected = [
      add('refused'),
      client.post('/api/v1/projects', { user: [{ email: '' }], details: [{ name: 'Refused' }] }),
    ]
    for (const [i, path] of READS.entries()) {
      const response = await client.get(path)
      expect(response.status).toBe(200)
      expect(response.headers['warning']).toBe('110 - "Response is Stale"')
      expect(response.headers['age']).toMatch(/^\d+$/)
      expect(response.json()).toEqual(fresh[i]?.json())
    }
    const first = await client.get(NEVER_REQUESTED)
    expect([first.status, first.headers['warning']]).toEqual([200, '110 - "Response is Stale"'])
    for (const response of await Promise.all(rejected)) {
      expect(response.status).toBe(503)
      expect(response.headers['retry-after']).toMatch(/^\d+$/)
      expect(response.json()).toMatchObject({ error: 'Storage is not reachable' })
    }
    expect(await everything(data.store)).toEqual(before)

    await data.reconnect()
    expect((await add('after')).status).toBe(200)
    const { messages } = await stored(data.store, 'banners')
    const added = messages.map(({ message }) => message).slice(-2)
    expect(added).toEqual(['before', 'after'])
    for (const path of READS) {
      expect((await client.get(path)).headers['warning']).toBeUndefined()
    }
  }, 60_000)
})
