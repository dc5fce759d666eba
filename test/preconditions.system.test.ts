import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { everything } from './support/documents.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { openEmbedded, type TestStore } from './support/stores.ts'

const REGISTRY = '/api/v1/projects'
const entry = (n: number) => ({
  id: `entry ${n}`,
  title: 'Entry',
  quadrant: '1',
  timeline: [{ moved: 0, ringId: 'adopt', date: '2026', description: '' }],
})
const project = (stage: string) => ({ user: [{ email: '' }], details: [{ name: 'A/B' }], stage })

/** Paths of documents with an ETag, and edits that accept it as a precondition. */
type Edit = [method: string, path: string, body: (n: number) => object]
const CASES: [read: string, edits: Edit[]][] = [
  ...['/api/banners/all', '/admin/api/banners'].map((read): (typeof CASES)[number] => [
    read,
    [
      ['POST', '/admin/api/banners/update', (n) => ({ message: `m${n}`, pages: ['radar'] })],
      ['POST', '/admin/api/banners/toggle', () => ({ index: 0 })],
      ['POST', '/admin/api/banners/delete', () => ({ index: 0 })],
      ['POST', '/admin/api/banners', (n) => [{ message: `only ${n}`, pages: ['radar'] }]],
    ],
  ]),
  ...['/api/tech-radar/json', '/admin/api/tech-radar'].map((read): (typeof CASES)[number] => [
    read,
    [
      ['POST', '/review/api/tech-radar/update', (n) => ({ entries: [entry(n)] })],
      ['POST', '/admin/api/tech-radar/update', (n) => ({ entries: [entry(n)] })],
    ],
  ]),
  [
    '/admin/api/array-data',
    [
      [
        'POST',
        '/admin/api/array-data/update',
        (n) => ({ category: 'languages', items: [`Language ${n}`] }),
      ],
      [
        'POST',
        '/admin/api/array-data/update',
        (n) => ({ allCategories: true, items: { languages: [`${n}`] } }),
      ],
    ],
  ],
  [`${REGISTRY}/A%2FB`, [['PUT', `${REGISTRY}/A%2FB`, (n) => project(`stage ${n}`)]]],
]

let data: TestStore
let landscape: Landscape
let client: Client
let serial = 0
beforeAll(async () => {
  data = await openEmbedded()
  landscape = await startLandscape({
    env: data.env,
    documents: false,
    services: ['gateway', 'projects', 'data', 'admin-review'],
  })
  client = createClient(landscape.url)
  expect((await client.post(REGISTRY, project('first'))).status).toBe(201)
}, 60_000)
afterAll(async () => {
  client?.close()
  await landscape?.stop()
  await data?.close()
})

async function tagOf(path: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await client.get(path, headers)
  expect(response.status).toBe(200)
  return String(response.headers['etag'])
}

describe.each(CASES)('the ETag of GET %s', (read, edits) => {
  it.each(edits)('as If-Match of %s %s', async (method, path, body) => {
    const edit = (ifMatch?: string) =>
      client.send(
        method,
        path,
        body(serial++),
        ifMatch === undefined ? {} : { 'if-match': ifMatch },
      )

    for (const encoding of ['identity', 'gzip', 'br']) {
      const tag = await tagOf(read, { 'accept-encoding': encoding })
      expect(tag).toMatch(/^(W\/)?"[^"]+"$/)
      expect((await edit(tag)).status).toBe(200)

      const before = await everything(data.store)
      const late = await edit(tag)
      expect(late.status).toBe(412)
      expect(late.headers['content-type']).toContain('application/problem+json')
      expect(late.json()).toMatchObject({ error: 'The resource has changed since it was read' })
      expect(await everything(data.store)).toEqual(before)
    }

    expect((await edit(`"other", ${await tagOf(read)}`)).status).toBe(200)
    expect((await edit('*')).status).toBe(200)
    // The precondition is optional.
    expect((await edit()).status).toBe(200)
  })

  it('accepts one of many concurrent edits of the same version', async () => {
    const [method, path, body] = edits[0]!
    const tag = await tagOf(read)
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        client.send(method, path, body(serial++), { 'if-match': tag }),
      ),
    )
    const statuses = responses.map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 412)])
  })
})

it('returns the new ETag of an edit', async () => {
  const response = await client.post('/admin/api/banners/update', {
    message: 'm',
    pages: ['radar'],
  })
  expect(await tagOf('/admin/api/banners')).toBe(response.headers['etag'])
  const put = await client.put(`${REGISTRY}/A%2FB`, project('last'))
  expect(await tagOf(`${REGISTRY}/A%2FB`)).toBe(put.headers['etag'])
})

it('returns 304 for the current ETag in every service', async () => {
  for (const [read] of CASES) {
    const tag = await tagOf(read)
    expect((await client.get(read, { 'if-none-match': tag })).status).toBe(304)
  }
})
