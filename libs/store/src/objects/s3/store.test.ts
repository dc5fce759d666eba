import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createFaultProxy, type Call, type Fault } from '../../../test/objects/fault-proxy.ts'
import { PreconditionFailed, StoreFull, StoreUnavailable } from '../port.ts'
import { StoreUnfit } from './prove-conditions.ts'
import { createS3Store, type S3Store } from './store.ts'

const NOWHERE = 'http://127.0.0.1:1'
const ref = { bucket: 'main', key: 'list.json' } as const
const body = Buffer.from('[]')

let server: Awaited<ReturnType<typeof createFaultProxy>>
let store: S3Store
/** What the S3 server under test answers; its probe is already there and conditions hold. */
let answerTo: (call: Call) => Fault = () => ({ kind: 'black-hole' })
const holds: Fault = { kind: 'answer', status: 412, code: 'PreconditionFailed' }
let answerToProbe: () => Fault
const asked: Call[] = []

beforeEach(async () => {
  asked.length = 0
  answerToProbe = () => holds
  server = await createFaultProxy(NOWHERE, (call) => {
    if (call.path.includes('.landscape/')) return answerToProbe()
    // Another test may still ask for the health of a service that had this port before.
    if (!call.path.startsWith('/acme-')) return answer(404)
    asked.push(call)
    return answerTo(call)
  })
  store = createS3Store({
    buckets: { main: 'acme-main', 'audit-tool': 'acme-audit', assistant: 'acme-assistant' },
    client: {
      endpoint: server.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    },
    // Time enough for an answer on a busy machine; only tests of silence wait this long.
    timeouts: { connectMs: 2_000, responseMs: 2_000 },
  })
})
afterEach(async () => {
  store.close()
  await server.close()
})

const answer = (status: number, code?: string): Fault => ({
  kind: 'answer',
  status,
  ...(code === undefined ? {} : { code }),
})
const unfinished = (status: number): Fault => ({
  kind: 'answer',
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
  it('tells a missing key from everything else that is answered with 404', async () => {
    answerTo = () => answer(404, 'NoSuchKey')
    expect(await store.get(ref)).toEqual({ kind: 'missing' })
    expect(asked).toHaveLength(1)
    answerTo = () => answer(404, 'NoSuchBucket')
    expect(await reasonOf(store.get(ref))).toContain('there is no bucket "acme-main"')
    answerTo = () => ({ kind: 'answer', status: 404, body: '<html>Not here</html>' })
    expect(await reasonOf(store.get(ref))).toContain('HTTP 404')
  })

  it('takes 403 for "could not read", and says which permission lacks', async () => {
    answerTo = () => answer(403, 'AccessDenied')
    const reason = await reasonOf(store.get(ref))
    expect(reason).toContain('reading main/list.json failed: AccessDenied (HTTP 403)')
    expect(reason).toContain('s3:ListBucket')
  })

  it.each([429, 500, 503])(
    'asks once more when the answer is %d, then gives up',
    async (status) => {
      answerTo = () => answer(status, 'SlowDown')
      await reasonOf(store.get(ref))
      expect(asked).toHaveLength(2)
    },
  )

  it('asks once more by the clock of the store when its own was set', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000)
    const headers = { date: hourAgo.toUTCString() }
    answerTo = ({ nth }) =>
      nth === 1
        ? { kind: 'answer', status: 403, code: 'RequestTimeTooSkewed', headers }
        : { kind: 'answer', status: 200, headers: { ...headers, etag: '"e"' }, body: '[]' }
    expect(await store.get(ref)).toMatchObject({ kind: 'found', body: Buffer.from('[]') })
    expect(asked).toHaveLength(2)
  })

  it.each<[string, Fault]>([
    ['begin', { kind: 'black-hole' }],
    ['end', unfinished(200)],
    ['end, being an error', unfinished(403)],
  ])('waits for one time-out only when an answer does not %s', async (_what, fault) => {
    answerTo = () => fault
    await reasonOf(store.get(ref))
    expect(asked).toHaveLength(1)
  })

  it('refuses an object without an ETag', async () => {
    answerTo = () => ({ kind: 'answer', status: 200, body: '[]' })
    expect(await reasonOf(store.get(ref))).toContain('no ETag')
  })

  it('gives back what another program stored as it is', async () => {
    answerTo = () => ({ kind: 'answer', status: 200, headers: { etag: '"e"' }, body: '[]  \t \n' })
    expect(await store.get(ref)).toEqual({
      kind: 'found',
      body: Buffer.from('[]  \t \n'),
      etag: 'e',
      meta: {},
    })
  })
})

describe('put', () => {
  const stored: Fault = { kind: 'answer', status: 200, headers: { etag: '"e"' } }

  it('writes nothing to a store that would take a write whose condition does not hold', async () => {
    answerTo = () => stored
    answerToProbe = () => stored
    await expect(store.put(ref, body, { ifMatch: 'x' })).rejects.toThrow(StoreUnfit)
    expect(asked).toEqual([])
  })

  it('asks for proof until there is one, and then no more', async () => {
    let probes = 0
    answerTo = () => stored
    answerToProbe = () => (++probes === 1 ? answer(503, 'SlowDown') : holds)
    await reasonOf(store.put(ref, body, { ifMatch: 'x' }))
    expect(asked).toEqual([])
    const puts = [1, 2].map(() => store.put(ref, body, { ifMatch: 'x' }))
    expect(await Promise.all(puts)).toEqual([{ etag: 'e' }, { etag: 'e' }])
    await store.put(ref, body, { ifMatch: 'x' })
    // One that failed, and three that are the proof.
    expect(probes).toBe(4)
  })

  it.each([
    [412, 'PreconditionFailed'],
    [409, 'ConditionalRequestConflict'],
    [404, 'NoSuchKey'],
  ])('knows from %d %s that nothing was written', async (status, code) => {
    answerTo = () => answer(status, code)
    const refused = store.put(ref, body, { ifMatch: 'e' })
    await expect(refused).rejects.toThrow(PreconditionFailed)
    await expect(refused).rejects.toHaveProperty('name', 'PreconditionFailed')
    expect(asked).toHaveLength(1)
  })

  it('knows from 507 that the store has no space', async () => {
    answerTo = () => answer(507, 'QuotaExceeded')
    await expect(store.put(ref, body, { ifMatch: 'e' })).rejects.toThrow(StoreFull)
    expect(asked).toHaveLength(1)
  })

  it.each<[string, Fault]>([
    ['500', answer(500, 'InternalError')],
    ['503', answer(503, 'SlowDown')],
    ['403', answer(403, 'AccessDenied')],
    ['a missing bucket', answer(404, 'NoSuchBucket')],
    ['an answer without an ETag', answer(200)],
    ['no answer', { kind: 'black-hole' }],
    ['half an answer', unfinished(500)],
  ])('does not know the outcome after %s, and does not send it again', async (_what, fault) => {
    answerTo = () => fault
    await reasonOf(store.put(ref, body, { ifMatch: 'e' }))
    expect(asked).toHaveLength(1)
  })

  it.each([{ mark: 'x'.repeat(2_100) }, { mark: 'ü' }, { mark: 'a\r\nb: c' }])(
    'refuses metadata that S3 would not keep',
    async (meta) => {
      await expect(store.put(ref, body, { absent: true }, meta)).rejects.toThrow(TypeError)
      expect(asked).toEqual([])
    },
  )
})

describe('list', () => {
  const page = (keys: string[], next?: string) =>
    `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>` +
    (next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`) +
    keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('') +
    '</ListBucketResult>'

  it('follows pages, and leaves out what is no document', async () => {
    answerTo = ({ query }) => ({
      kind: 'answer',
      status: 200,
      body: query.includes('continuation-token=second')
        ? page(['b.json'])
        : page(['.landscape/write-probe.json', 'a &amp; b.json'], 'second'),
    })
    expect(await store.list('main')).toEqual(['a & b.json', 'b.json'])
    expect(asked).toHaveLength(2)
  })

  it('says when it could not be asked', async () => {
    answerTo = () => answer(403, 'AccessDenied')
    expect(await reasonOf(store.list('main'))).toContain('listing main failed')
    answerTo = () => unfinished(200)
    expect(await reasonOf(store.list('main'))).toContain('listing main failed')
  })
})
