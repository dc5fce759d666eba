import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  createFaultProxy,
  soundProbe,
  type Call,
  type Fault,
} from '../../../test/objects/fault-proxy.ts'
import { PreconditionFailed, StoreFull, StoreUnavailable } from '../port.ts'

import { createS3Store, type S3Store } from './store.ts'

const NOWHERE = 'http://127.0.0.1:1'
const ref = { bucket: 'main', key: 'list.json' } as const
const body = Buffer.from('[]')

let server: Awaited<ReturnType<typeof createFaultProxy>>
let store: S3Store
/** The response of the S3 server under test; its probe object exists and conditions hold. */
let respond: (call: Call) => Fault = () => ({ kind: 'black-hole' })
let respondToProbe: (call: Call) => Fault
const received: Call[] = []

beforeEach(async () => {
  received.length = 0
  respondToProbe = soundProbe
  server = await createFaultProxy(NOWHERE, (call) => {
    if (call.path.includes('.landscape/')) return respondToProbe(call)
    // Ignores requests for a service of another test that had this port before.
    if (!call.path.startsWith('/acme-')) return response(404)
    received.push(call)
    return respond(call)
  })
  store = createS3Store({
    buckets: { main: 'acme-main', 'audit-tool': 'acme-audit', assistant: 'acme-assistant' },
    client: {
      endpoint: server.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    },
    // Enough time for a response on a busy machine; only tests of time-outs wait this long.
    timeouts: { connectMs: 2_000, responseMs: 2_000 },
  })
})
afterEach(async () => {
  store.close()
  await server.close()
})

const response = (status: number, code?: string): Fault => ({
  kind: 'response',
  status,
  ...(code === undefined ? {} : { code }),
})
const unfinished = (status: number): Fault => ({
  kind: 'response',
  status,
  headers: { etag: '"e"', 'content-length': '900' },
  body: '<',
})
const reasonOf = async (work: Promise<unknown>) => {
  const error = await work.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect(error).toHaveProperty('name', 'StoreUnavailable')
  return (error as StoreUnavailable).message
}

describe('get', () => {
  it('distinguishes a missing key from other 404 responses', async () => {
    respond = () => response(404, 'NoSuchKey')
    expect(await store.get(ref)).toEqual({ kind: 'missing' })
    expect(received).toHaveLength(1)
    respond = () => response(404, 'NoSuchBucket')
    expect(await reasonOf(store.get(ref))).toContain('there is no bucket "acme-main"')
    respond = () => ({ kind: 'response', status: 404, body: '<html>Not here</html>' })
    expect(await reasonOf(store.get(ref))).toContain('HTTP 404')
  })

  it('throws StoreUnavailable naming the missing permission when the status is 403', async () => {
    respond = () => response(403, 'AccessDenied')
    const reason = await reasonOf(store.get(ref))
    expect(reason).toContain('reading main/list.json failed: AccessDenied (HTTP 403)')
    expect(reason).toContain('s3:ListBucket')
  })

  it.each([429, 500, 503])('retries once when the status is %d', async (status) => {
    respond = () => response(status, 'SlowDown')
    await reasonOf(store.get(ref))
    expect(received).toHaveLength(2)
  })

  it('retries with the clock of the store when its own clock is wrong', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000)
    const headers = { date: hourAgo.toUTCString() }
    respond = ({ nth }) =>
      nth === 1
        ? { kind: 'response', status: 403, code: 'RequestTimeTooSkewed', headers }
        : { kind: 'response', status: 200, headers: { ...headers, etag: '"e"' }, body: '[]' }
    expect(await store.get(ref)).toMatchObject({ kind: 'found', body: Buffer.from('[]') })
    expect(received).toHaveLength(2)
  })

  it.each<[string, Fault]>([
    ['begin', { kind: 'black-hole' }],
    ['end', unfinished(200)],
    ['end and is an error', unfinished(403)],
  ])('does not retry after a time-out when a response does not %s', async (_what, fault) => {
    respond = () => fault
    await reasonOf(store.get(ref))
    expect(received).toHaveLength(1)
  })

  it('rejects an object without an ETag', async () => {
    respond = () => ({ kind: 'response', status: 200, body: '[]' })
    expect(await reasonOf(store.get(ref))).toContain('no ETag')
  })

  it('returns the bytes that another program stored unchanged', async () => {
    respond = () => ({ kind: 'response', status: 200, headers: { etag: '"e"' }, body: '[]  \t \n' })
    expect(await store.get(ref)).toEqual({
      kind: 'found',
      body: Buffer.from('[]  \t \n'),
      etag: 'e',
      meta: {},
    })
  })
})

describe('put', () => {
  const stored: Fault = { kind: 'response', status: 200, headers: { etag: '"e"' } }

  it('writes nothing to a store that ignores conditions', async () => {
    respond = () => stored
    respondToProbe = () => stored
    await expect(store.put(ref, body, { ifMatch: 'x' })).rejects.toHaveProperty(
      'name',
      'StoreUnfit',
    )
    expect(received).toEqual([])
  })

  it('repeats the probe until it succeeds once', async () => {
    let probes = 0
    respond = () => stored
    respondToProbe = (call) => (++probes === 1 ? response(503, 'SlowDown') : soundProbe(call))
    await reasonOf(store.put(ref, body, { ifMatch: 'x' }))
    expect(received).toEqual([])
    const puts = [1, 2].map(() => store.put(ref, body, { ifMatch: 'x' }))
    expect(await Promise.all(puts)).toEqual([{ etag: 'e' }, { etag: 'e' }])
    await store.put(ref, body, { ifMatch: 'x' })
    // One failed probe, and the five requests of a successful one.
    expect(probes).toBe(6)
  })

  it.each([
    [412, 'PreconditionFailed'],
    [404, 'NoSuchKey'],
  ])('throws PreconditionFailed when the response is %d %s', async (status, code) => {
    respond = () => response(status, code)
    const put = store.put(ref, body, { ifMatch: 'e' })
    await expect(put).rejects.toThrow(PreconditionFailed)
    await expect(put).rejects.toHaveProperty('name', 'PreconditionFailed')
    expect(received).toHaveLength(1)
  })

  const collides = response(409, 'ConditionalRequestConflict')

  it('repeats a put that collided with another one', async () => {
    respond = () => (received.length < 3 ? collides : stored)
    expect(await store.put(ref, body, { ifMatch: 'x' })).toEqual({ etag: 'e' })
    expect(received).toHaveLength(3)
  })

  it('does not report a put as rejected that always collides', async () => {
    respond = () => collides
    expect(await reasonOf(store.put(ref, body, { absent: true }))).toContain('HTTP 409')
    expect(received).toHaveLength(5)
  })

  it('proves a store whose first conditional put collides', async () => {
    respond = () => stored
    const answers = [collides]
    respondToProbe = (call) => answers.pop() ?? soundProbe(call)
    expect(await store.put(ref, body, { absent: true })).toEqual({ etag: 'e' })
  })

  it('throws StoreFull when the status is 507', async () => {
    respond = () => response(507, 'QuotaExceeded')
    await expect(store.put(ref, body, { ifMatch: 'e' })).rejects.toThrow(StoreFull)
    expect(received).toHaveLength(1)
  })

  it.each<[string, Fault]>([
    ['500', response(500, 'InternalError')],
    ['503', response(503, 'SlowDown')],
    ['403', response(403, 'AccessDenied')],
    ['a missing bucket', response(404, 'NoSuchBucket')],
    ['a response without an ETag', response(200)],
    ['no response', { kind: 'black-hole' }],
    ['an incomplete response', unfinished(500)],
  ])('throws StoreUnavailable without a retry after %s', async (_what, fault) => {
    respond = () => fault
    await reasonOf(store.put(ref, body, { ifMatch: 'e' }))
    expect(received).toHaveLength(1)
  })

  it.each([{ mark: 'x'.repeat(2_100) }, { mark: 'ü' }, { mark: 'a\r\nb: c' }])(
    'rejects metadata that S3 does not store',
    async (meta) => {
      await expect(store.put(ref, body, { absent: true }, meta)).rejects.toThrow(TypeError)
      expect(received).toEqual([])
    },
  )
})

describe('the message of a failed call', () => {
  const said = async (body: string) => {
    respond = () => ({ kind: 'response', status: 400, body })
    return reasonOf(store.get(ref))
  }

  it('quotes the store', async () => {
    const message = 'Unsupported header\n x-amz-checksum-crc32'
    expect(
      await said(`<Error><Code>InvalidArgument</Code><Message>${message}</Message></Error>`),
    ).toBe(
      's3: reading main/list.json failed: ' +
        'InvalidArgument (HTTP 400): "Unsupported header x-amz-checksum-crc32"',
    )
  })

  it('has at most 300 characters of the store, and no quotation of an empty message', async () => {
    const long = `<Error><Code>Odd</Code><Message>${'x'.repeat(400)}</Message></Error>`
    expect(await said(long)).toContain(`: "${'x'.repeat(300)}…"`)
    expect(await said('<Error><Code>Odd</Code></Error>')).toMatch(/ Odd \(HTTP 400\)$/)
  })
})

describe('list', () => {
  const page = (keys: string[], next?: string) =>
    `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>` +
    (next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`) +
    keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('') +
    '</ListBucketResult>'

  it('follows pages and omits keys that are not documents', async () => {
    respond = ({ query }) => ({
      kind: 'response',
      status: 200,
      body: query.includes('continuation-token=second')
        ? page(['b.json'])
        : page(['.landscape/write-probe.json', 'a &amp; b.json'], 'second'),
    })
    expect(await store.list('main')).toEqual(['a & b.json', 'b.json'])
    expect(received).toHaveLength(2)
  })

  it.each([
    ['repeats a page', page(['a.json'], 'same')],
    ['has no token for the next page', page(['a.json'], '')],
  ])('throws StoreUnavailable when the store %s', async (_what, body) => {
    respond = () => ({ kind: 'response', status: 200, body })
    await reasonOf(store.list('main'))
    expect(received.length).toBeLessThanOrEqual(2)
  })

  it('throws StoreUnavailable when the store returns the same objects with new tokens', async () => {
    respond = () => {
      const body = page(['a.json'], `token-${received.length}`)
      // A listing without a bound would end here.
      return { kind: 'response', status: received.length < 50 ? 200 : 403, body }
    }
    await reasonOf(store.list('main'))
    expect(received).toHaveLength(2)
  })

  it('throws StoreUnavailable when the listing fails', async () => {
    respond = () => response(403, 'AccessDenied')
    expect(await reasonOf(store.list('main'))).toContain('listing main failed')
    respond = () => unfinished(200)
    expect(await reasonOf(store.list('main'))).toContain('listing main failed')
  })
})

describe('the clock of an S3 store', () => {
  it.each([200, 304, 404, 503])('is the Date of a response with status %i', async (status) => {
    expect(store.now?.()).toBeUndefined()
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT'
    respond = () => ({ ...response(status), headers: { etag: '"e"', date } }) as Fault
    await store.get(ref).catch(() => undefined)
    expect(new Date(store.now!()!).toISOString().slice(0, 15)).toBe('2026-11-21T10:0')
  })
})
