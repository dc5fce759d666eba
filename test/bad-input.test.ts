import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from './support/client.ts'
import { everything } from './support/documents.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { openEmbedded, type TestStore } from './support/stores.ts'

const REGISTRY = '/api/v1/projects'
const ENTRY = {
  id: 'bad',
  title: 'Bad',
  quadrant: '1',
  timeline: [{ moved: 0, ringId: 'adopt', date: '2026', description: '' }],
}
const PROJECT = { user: [{ email: '' }], details: [{ name: 'Bad' }] }
const BANNER = { message: 'Bad', pages: ['radar'] }

let data: TestStore
let landscape: Landscape
let client: Client
beforeAll(async () => {
  data = await openEmbedded()
  landscape = await startLandscape({
    env: data.env,
    documents: false,
    services: ['gateway', 'projects', 'admin-review'],
  })
  client = createClient(landscape.url)
  const present = { ...PROJECT, details: [{ name: 'Present' }] }
  expect((await client.post(REGISTRY, present)).status).toBe(201)
})
afterAll(async () => {
  client?.close()
  await landscape?.stop()
  await data?.close()
})

/** Adds a member to the JSON of a valid body: some members have no JavaScript value. */
const withMember = (good: object, member: string) =>
  JSON.stringify(good).replace(/^\{/, `{${member},`)
const padding = (bytes: number) => `"padding":"${'x'.repeat(bytes)}"`
const MEGABYTE = 1024 * 1024

const json = { 'content-type': 'application/json' }

/** Returns a hash of all stored objects and their versions. */
async function state(): Promise<string> {
  const all = JSON.stringify(await everything(data.store))
  return createHash('sha256').update(all).digest('hex')
}

describe.each(['toggle', 'delete', 'update'])('POST /admin/api/banners/%s', (verb) => {
  it.each([
    'null',
    '"NaN"',
    '"0"',
    '1e999',
    '-1e999',
    '-1',
    '0.5',
    '1e300',
    '9007199254740993',
    '99',
    'true',
    '[0]',
    '{}',
    '{"valueOf":0}',
  ])('rejects the index %s and stores nothing', async (index) => {
    const before = await state()
    const path = `/admin/api/banners/${verb}`
    const response = await client.send('POST', path, withMember(BANNER, `"index":${index}`), json)
    expect(response.status).toBe(400)
    const { error } = response.json() as { error: string }
    expect(['Invalid banner index', 'Banner index out of range', 'Number out of range']).toContain(
      error,
    )
    expect(await state()).toBe(before)
  })
})

describe('duplicate ids and names', () => {
  const radar = {
    title: 'T',
    quadrants: [{ id: '1', name: 'One' }],
    rings: [{ id: 'adopt', name: 'ADOPT' }],
    entries: [ENTRY],
  }
  it.each([
    ['entries', { entries: [ENTRY, ENTRY] }],
    ['entries of a complete radar', { ...radar, entries: [ENTRY, { ...ENTRY, title: 'Other' }] }],
    ['quadrants', { ...radar, quadrants: [...radar.quadrants, ...radar.quadrants] }],
    ['rings', { ...radar, rings: [...radar.rings, ...radar.rings] }],
  ])('are rejected among %s, and nothing is stored', async (_what, body) => {
    const before = await state()
    for (const path of ['/admin/api/tech-radar/update', '/review/api/tech-radar/update']) {
      const response = await client.post(path, body)
      expect(response.status).toBe(400)
      expect(response.json()).toMatchObject({ error: expect.stringContaining('Invalid') })
    }
    expect(await state()).toBe(before)
  })

  it('are a conflict in the registry, and nothing is stored', async () => {
    const before = await state()
    const response = await client.post(REGISTRY, { ...PROJECT, details: [{ name: 'Present' }] })
    expect(response.status).toBe(409)
    expect(await state()).toBe(before)
  })
})

describe('a body that is too large', () => {
  it('is rejected before its end is received', async () => {
    const before = await state()
    const head = `POST ${REGISTRY} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
    for (const [framing, rest] of [
      ['Content-Length: 11534336', '{'],
      [
        'Transfer-Encoding: chunked',
        `${(11 * MEGABYTE).toString(16)}\r\n${'x'.repeat(11 * MEGABYTE)}`,
      ],
    ] as const) {
      // Neither body is ever complete: a response cannot depend on its end.
      const socket = connect(Number(new URL(landscape.url).port), '127.0.0.1')
      socket.write(`${head}${framing}\r\n\r\n${rest}`)
      expect(await statusOf(socket)).toBe('HTTP/1.1 413 Payload Too Large')
    }
    expect(await state()).toBe(before)
  })

  it('leaves the connection usable or closed', async () => {
    const body = withMember(PROJECT, padding(11 * MEGABYTE))
    const one = createClient(landscape.url, { connections: 1 })
    for (let round = 0; round < 10; round++) {
      expect((await one.send('POST', REGISTRY, body, json)).status).toBe(413)
      expect((await one.get(`${REGISTRY}/Present`)).status).toBe(200)
    }
    one.close()
  })
})

/** Returns the status line; the connection may stay open. */
async function statusOf(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let received = ''
  socket.on('error', reject)
  socket.on('data', (chunk) => {
    received += chunk.toString()
    const end = received.indexOf('\r\n')
    if (end !== -1) resolve(received.slice(0, end))
  })
  try {
    return await promise
  } finally {
    socket.destroy()
  }
}
