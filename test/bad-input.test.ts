import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
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

/** A route of each prefix with a valid body; service tests cover the other routes. */
const WRITES: [method: string, path: string, good: Record<string, unknown>][] = [
  ['POST', REGISTRY, PROJECT],
  ['POST', '/admin/api/banners/toggle', { index: 0 }],
  ['POST', '/review/api/tech-radar/update', { entries: [ENTRY] }],
]

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

const JSON_FAULTS: [name: string, body: (good: object) => string | Buffer, statuses: number[]][] = [
  ['broken JSON', (good) => JSON.stringify(good).slice(0, -1), [400]],
  ['deep nesting', (good) => withMember(good, `"a":${'['.repeat(1e4)}${']'.repeat(1e4)}`), [400]],
  [
    'deep objects',
    (good) => withMember(good, `"a":${'{"a":'.repeat(70)}1${'}'.repeat(70)}`),
    [400],
  ],
  [
    'a million keys',
    (good) =>
      withMember(good, Array.from({ length: 1e6 }, (_, i) => `"${i.toString(36)}":0`).join()),
    // The size limit of a form is lower.
    [400, 413],
  ],
  ['a million values', (good) => withMember(good, `"a":[${'0,'.repeat(1e6)}0]`), [400, 413]],
  ['a __proto__ key', (good) => withMember(good, '"__proto__":{"admin":true}'), [400]],
  ['an escaped __proto__ key', (good) => withMember(good, '"\\u005f_proto__":{}'), [400]],
  ['a nested constructor key', (good) => withMember(good, '"a":[{"constructor":{}}]'), [400]],
  ['a prototype key', (good) => withMember(good, '"prototype":{}'), [400]],
  ['an unpaired surrogate', (good) => withMember(good, '"a":"\\ud800"'), [400]],
  ['an unpaired surrogate in a key', (good) => withMember(good, '"\\udc00":1'), [400]],
  ['an integer that loses precision', (good) => withMember(good, '"a":9007199254740993'), [400]],
  ['a number above the maximum', (good) => withMember(good, '"a":1e999'), [400]],
  ['the literal NaN', (good) => withMember(good, '"a":NaN'), [400]],
  [
    'bytes that are not UTF-8',
    (good) => {
      const text = withMember(good, '"a":"?"')
      const bytes = Buffer.from(text)
      bytes[text.indexOf('?')] = 0xff
      return bytes
    },
    [400],
  ],
  ['a body of 11 MB', (good) => withMember(good, padding(11 * MEGABYTE)), [413]],
  ['null', () => 'null', [400, 406]],
  ['a number', () => '7', [400, 406]],
  ['a list of lists', () => '[[]]', [400, 406]],
  ['an empty object', () => '{}', [400, 406]],
]

const json = { 'content-type': 'application/json' }
const HEADER_FAULTS: [
  name: string,
  send: (good: object) => { body: string | Buffer; headers: Record<string, string> },
  statuses: number[],
][] = [
  ['text/plain', (good) => text(good, 'text/plain'), [415, 406]],
  ['a form', () => ({ body: 'a=1', headers: { 'content-type': FORM } }), [415, 406]],
  ['JSON with the type of a form', (good) => text(good, FORM), [415, 406]],
  ['JSON without a type', (good) => text(good, ''), [415, 406]],
  [
    'a charset that is not Unicode',
    (good) => text(good, 'application/json; charset=cp1252'),
    [415],
  ],
  ['the charset utf-7', (good) => text(good, 'application/json; charset=utf-7'), [415]],
  [
    'an unknown encoding',
    (good) => ({ body: JSON.stringify(good), headers: { ...json, 'content-encoding': 'rot13' } }),
    [415],
  ],
  [
    'gzip that is invalid',
    (good) => ({ body: JSON.stringify(good), headers: { ...json, 'content-encoding': 'gzip' } }),
    [415],
  ],
  ...Object.entries({ gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }).map(
    ([encoding, compress]): (typeof HEADER_FAULTS)[number] => [
      `a body compressed as ${encoding}`,
      (good) => ({
        body: compress(JSON.stringify(good)),
        headers: { ...json, 'content-encoding': encoding },
      }),
      [415],
    ],
  ),
]
const FORM = 'application/x-www-form-urlencoded'

function text(good: object, type: string) {
  return { body: JSON.stringify(good), headers: { 'content-type': type } }
}

/** Returns a hash of all stored objects and their versions. */
async function state(): Promise<string> {
  const all = JSON.stringify(await everything(data.store))
  return createHash('sha256').update(all).digest('hex')
}

describe.each(WRITES)('%s %s', (method, path, good) => {
  const expectRejected = async (
    body: string | Buffer,
    headers: Record<string, string>,
    statuses: readonly number[],
  ) => {
    const before = await state()
    const response = await client.send(method, path, body, headers)
    expect(statuses).toContain(response.status)
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    const { error } = response.json() as { error: unknown }
    expect(error).toEqual(expect.stringMatching(/^[\x20-\x7e]{5,200}$/))
    expect(error).not.toMatch(/SyntaxError|JSON at position|node_modules|Unexpected/)
    expect(await state()).toBe(before)
  }

  it.each(JSON_FAULTS)('rejects %s and stores nothing', async (_name, body, statuses) => {
    await expectRejected(body(good), json, statuses)
  })

  it.each(HEADER_FAULTS)('rejects %s and stores nothing', async (_name, send, statuses) => {
    const { body, headers } = send(good)
    await expectRejected(body, headers, statuses)
  })
})

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
