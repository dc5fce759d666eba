import {
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { IDENTITY_HEADER } from '@landscape/runtime'
import { afterAll, describe, expect, it } from '@jest/globals'
import { createConcurrencyLimit } from '../src/limits/caller-limits.ts'
import { prefixesWith } from '../src/proxy/prefixes.ts'
import { closeServers, gatewayApp, listen, type GatewayOptions } from './gateway-fixture.ts'

afterAll(closeServers)

const PATH = '/api/banners'
const SHARED = { 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' }

interface Version {
  text: string
  tag: string
  /** Of every answer; `undefined` takes one away. */
  headers: Record<string, string | string[] | undefined>
}

/** A service that answers one document as the data service would, and remembers what it was asked. */
async function before(options: GatewayOptions & { headers?: Version['headers'] } = {}) {
  const { headers = {}, ...deps } = options
  const version: Version = { text: 'first', tag: 'W/"1"', headers }
  const asked: { headers: IncomingMessage['headers']; method: string; url: string }[] = []
  /** What is awaited before a question is answered, after what is true has been read. */
  const script: { hold?: Promise<unknown> | undefined; instead?: RequestListener | undefined } = {}
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.url === '/livez') return void res.end()
    asked.push({ headers: req.headers, method: req.method ?? '', url: req.url ?? '' })
    const { text: body, tag, headers: own } = version
    const { instead } = script
    await script.hold
    if (instead) return instead(req, res)
    const said = { ...SHARED, etag: tag, 'content-type': 'text/plain', ...own }
    for (const [name, value] of Object.entries(said))
      if (value !== undefined) res.setHeader(name, value)
    const isKnown = req.headers['if-none-match'] === tag
    if (!isKnown) res.setHeader('content-length', Buffer.byteLength(body))
    res.setHeader('x-request-id', req.headers['x-request-id'] ?? '')
    res.writeHead(isKnown ? 304 : 200).end(isKnown ? undefined : body)
  }
  const service = await listen((req, res) => void answer(req, res))
  const { app, lines } = gatewayApp({ upstreams: { data: service.url }, ...deps })
  const { url, port } = await listen(app)
  const get = async (own: Record<string, string> = {}, path = PATH, method = 'GET') => {
    const call = httpRequest(url + path, { method, headers: own, agent: false }).end()
    const res = await new Promise<IncomingMessage>((resolve, reject) => {
      call.once('response', resolve).once('error', reject)
    })
    return { status: res.statusCode, headers: res.headers, text: await text(res) }
  }
  /** From the second request on an answer is kept. */
  const warm = async (own: Record<string, string> = {}) => {
    await get(own)
    await get(own)
    asked.length = 0
  }
  return { get, warm, version, asked, script, lines, port }
}

const three = <T>(one: T) => [one, one, one]
const held = () => Promise.withResolvers<void>()

describe('a public read that others ask for as well', () => {
  it('shares one question with those who come with it, and none that had begun before', async () => {
    const { get, warm, version, asked, script } = await before()
    await warm()
    const { promise, resolve } = held()
    script.hold = promise
    const early = get()
    await sleep(100)
    expect(asked).toHaveLength(1)
    Object.assign(version, { text: 'second', tag: 'W/"2"' })
    script.hold = undefined
    const late = await Promise.all(Array.from({ length: 20 }, () => get()))
    expect(new Set(late.map(({ text }) => text))).toEqual(new Set(['second']))
    resolve()
    expect((await early).text).toBe('first')
    expect(asked.length).toBeLessThan(21)
    expect(asked.map(({ headers }) => headers['if-none-match'])).toContain('W/"1"')
    // The older answer came last, and undid nothing.
    await get()
    expect(asked.at(-1)?.headers['if-none-match']).toBe('W/"2"')
  })

  it('is kept from its second request on, for each encoding that callers accept', async () => {
    const { get, asked } = await before()
    for (const accepted of [
      undefined,
      undefined,
      'gzip;q=0',
      'br, gzip',
      'gzip, deflate, br',
      'gzip',
      'gzip, *;q=0',
    ])
      await get(accepted === undefined ? {} : { 'accept-encoding': accepted })
    expect(
      asked.map(({ headers }) => [headers['accept-encoding'], headers['if-none-match']]),
    ).toEqual([
      [undefined, undefined],
      ['identity', undefined],
      ['identity', 'W/"1"'],
      ['br, gzip', undefined],
      ['br', undefined],
      ['gzip', undefined],
      ['gzip', undefined],
    ])
  })

  it('answers each caller by the version it has', async () => {
    const { get, warm, version } = await before()
    await warm()
    const old = { 'if-none-match': 'W/"0"' }
    expect(await get(old)).toMatchObject({ status: 200, text: 'first' })
    for (const known of ['W/"1"', '"1"', '"0", W/"1"', '*']) {
      const answer = await get({ 'if-none-match': known })
      expect(answer).toMatchObject({
        status: 304,
        text: '',
        headers: { etag: 'W/"1"', ...seen(SHARED) },
      })
      expect(answer.headers).not.toHaveProperty('content-type')
      expect(answer.headers).not.toHaveProperty('content-length')
    }
    Object.assign(version, { text: 'second', tag: 'W/"2"' })
    expect(await get({ 'if-none-match': 'W/"1"' })).toMatchObject({ status: 200, text: 'second' })
  })

  it('says the policy of a picture also to who has it: without it browsers take its style away', async () => {
    const policy = { 'content-security-policy': "style-src 'sha256-x'" }
    const { get, warm } = await before({ headers: policy })
    await warm()
    const answer = await get({ 'if-none-match': 'W/"1"' })
    expect(answer).toMatchObject({ status: 304, headers: policy })
  })

  it('answers HEAD without the body, and whoever asks for a part or by date with the whole', async () => {
    const { get, warm, asked } = await before()
    await warm()
    const head = await get({}, PATH, 'HEAD')
    expect(head).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': '5', etag: 'W/"1"' },
    })
    const date = { 'if-modified-since': new Date().toUTCString() }
    for (const own of [{ range: 'bytes=0-1' }, date, { 'cache-control': 'no-cache' }]) {
      expect(await get(own)).toMatchObject({ status: 200, text: 'first' })
    }
    expect(asked.every(({ headers }) => headers['if-none-match'] === 'W/"1"')).toBe(true)
  })

  it('has the headers that belong to the caller, and those of the latest answer', async () => {
    const { get, warm, version, lines } = await before()
    await warm()
    version.headers = { age: '42', warning: '110 - "Response is Stale"', 'x-powered-by': 'Echo' }
    const origin = 'http://localhost:3000'
    const stale = await get({ origin, 'x-request-id': 'my-own-request' })
    expect(stale.headers).toMatchObject({
      age: '42',
      warning: '110 - "Response is Stale"',
      'access-control-allow-origin': origin,
      'x-content-type-options': 'nosniff',
      'x-request-id': 'my-own-request',
      vary: 'Accept-Encoding, Origin',
      'content-type': 'text/plain',
    })
    expect(stale.headers).not.toHaveProperty('x-powered-by')
    const told = lines.map((line) => JSON.parse(line) as { requestId?: string; stale?: true })
    expect(told.filter(({ stale: isStale }) => isStale)).toMatchObject([
      { requestId: 'my-own-request' },
    ])
    version.headers = {}
    const fresh = await get()
    for (const name of ['age', 'warning', 'access-control-allow-origin']) {
      expect(fresh.headers).not.toHaveProperty(name)
    }
  })

  it('tells in its line of the log under which id the service was asked', async () => {
    const { get, warm, asked, script, lines } = await before()
    await warm()
    const { promise, resolve } = held()
    script.hold = promise
    const answers = ['one-of-many', 'two-of-many'].map((id) => get({ 'x-request-id': id }))
    await sleep(100)
    resolve()
    const given = (await Promise.all(answers)).map(({ headers }) => headers['x-request-id'])
    expect(given).toEqual(['one-of-many', 'two-of-many'])
    const ids = asked.map(({ headers }) => headers['x-request-id'])
    const told = lines.map((line) => JSON.parse(line) as Record<string, string>)
    for (const id of ['one-of-many', 'two-of-many']) {
      const { sharedRequestId = id } = told.find(({ requestId }) => requestId === id)!
      expect(ids).toContain(sharedRequestId)
    }
  })
})

describe('an answer that there is in several formats', () => {
  it('is kept for each by itself, and asked for by nothing but its media type', async () => {
    const { get, asked, version } = await before({ headers: { vary: 'Accept, Accept-Encoding' } })
    const wanted = { json: '*/*', csv: 'text/csv, text/html;q=0.1', ndjson: 'application/x-ndjson' }
    for (const [format, accept] of Object.entries(wanted)) {
      version.text = format
      version.tag = `W/"${format}"`
      for (const _again of [1, 2, 3]) expect(await get({ accept })).toMatchObject({ text: format })
    }
    const told = asked.map(({ headers }) => headers.accept)
    expect(new Set(told.slice(1))).toEqual(
      new Set([undefined, wanted.csv, 'text/csv', 'application/x-ndjson']),
    )
    const known = asked.map(({ headers }) => headers['if-none-match'])
    expect(new Set(known)).toEqual(new Set([undefined, 'W/"json"', 'W/"csv"', 'W/"ndjson"']))
    asked.length = 0
    version.text = 'json'
    version.tag = 'W/"json"'
    expect(await get({ accept: 'application/json' })).toMatchObject({ text: 'json' })
    expect(asked).toMatchObject([{ headers: { 'if-none-match': 'W/"json"' } }])
    expect(asked[0]!.headers).not.toHaveProperty('accept')
  })
})

const seen = (headers: typeof SHARED) => ({ ...headers, vary: `${headers.vary}, Origin` })

describe('a question to the service on behalf of many', () => {
  it('bears nothing that one of them made up', async () => {
    const { get, warm, asked } = await before()
    await warm()
    const made = { 'x-forwarded-host': 'evil.example', forwarded: 'for=evil', accept: 'text/evil' }
    await get({
      ...made,
      authorization: 'Bearer evil',
      cookie: 'a=evil',
      origin: 'http://evil.example',
      traceparent: '00-evil',
    })
    expect(asked).toHaveLength(1)
    expect(JSON.stringify(asked)).not.toContain('evil')
    expect(asked[0]!.headers).toMatchObject({
      'cache-control': 'only-if-cached',
      'x-landscape-service': 'data',
    })
    expect(asked[0]!.headers).not.toHaveProperty('x-forwarded-for')
  })
})

describe('the trace of a question on behalf of many', () => {
  it('is that of one of them, who cannot have it recorded', async () => {
    const { get, warm, asked } = await before()
    await warm()
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    await get({ traceparent: `00-${traceId}-00f067aa0ba902b7-01`, tracestate: 'a=b' })
    const { traceparent, ...headers } = asked[0]!.headers
    expect(traceparent).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-00$`))
    expect(headers).not.toHaveProperty('tracestate')
  })
})

describe('an answer that the service does not give to everybody', () => {
  it.each([
    ['says nothing', { 'cache-control': undefined }],
    ['does not say public', { 'cache-control': 'no-cache' }],
    ['says private as well', { 'cache-control': 'public, no-cache, private' }],
    ['may be used without asking', { 'cache-control': 'public, max-age=60' }],
    ['sets a cookie', { 'set-cookie': 'a=b' }],
    ['varies by who asks', { vary: 'Accept-Encoding, Cookie' }],
    ['has no tag', { etag: undefined }],
    ['has two tags', { etag: ['W/"1"', 'W/"2"'] }],
    ['has no length', { 'transfer-encoding': 'chunked' }],
    ['is in an encoding that was not asked for', { 'content-encoding': 'br' }],
  ])('is asked for by each when it %s', async (_name, headers) => {
    const { get, asked, script } = await before({ headers })
    if ('transfer-encoding' in headers) {
      script.instead = (_req, res) =>
        void res.writeHead(200, { ...SHARED, etag: 'W/"1"' }).end('first')
    }
    for (let n = 0; n < 4; n++) expect((await get()).text).toBe('first')
    expect(asked.map(({ headers: { 'cache-control': demands } }) => demands)).toEqual(
      Array(4).fill(undefined),
    )
  })

  it('goes to each by itself from the moment in which it is no longer for everybody', async () => {
    const { get, warm, version, asked } = await before()
    await warm()
    Object.assign(version, {
      text: 'for one',
      tag: 'W/"2"',
      headers: { 'cache-control': 'private, no-cache' },
    })
    const answers = await Promise.all([get(), get(), get()])
    expect(answers.map((answer) => [answer.text, answer.headers['cache-control']])).toEqual(
      three(['for one', 'private, no-cache']),
    )
    expect(asked.filter(({ headers }) => headers['x-forwarded-for'] !== undefined)).toHaveLength(3)
    // Nobody waits for a question on behalf of many that will not be answered.
    asked.length = 0
    for (let n = 0; n < 3; n++) await get()
    expect(asked.map(({ headers }) => headers['x-forwarded-for'])).toEqual(three('127.0.0.1'))
  })

  it('is none that says "not modified" of a version that nobody has', async () => {
    const { get, warm, script } = await before()
    await warm()
    script.instead = (req, res) => {
      const isShared = req.headers['x-forwarded-for'] === undefined
      res.writeHead(isShared ? 304 : 200, { ...SHARED, etag: 'W/"9"' }).end(isShared ? '' : 'mine')
    }
    expect((await get()).text).toBe('mine')
  })

  it.each([
    ['where callers have to sign in', { prefixes: prefixesWith(['none'], true) }, {}],
    ['where nothing is to be kept', { sharedReadBytes: 0 }, {}],
    ['to who demands more than an answer that is true', {}, { 'if-match': '"1"' }],
    ['to who wants it untouched', {}, { 'cache-control': 'no-transform' }],
  ])('is passed on one by one %s', async (_name, options, own) => {
    const { get, asked } = await before(options)
    for (let n = 0; n < 3; n++) expect((await get(own)).text).toBe('first')
    expect(asked.map(({ headers }) => headers['x-forwarded-for'])).toEqual(
      Array(3).fill('127.0.0.1'),
    )
  })

  it('is shared by those who have not signed in where who has sees more, and only by them', async () => {
    const kim = { subject: '1', email: 'kim@acme.example', groups: [] }
    const { get, version, asked } = await before({
      prefixes: prefixesWith(['/api'], false),
      identify: ({ authorization }) => (authorization === undefined ? undefined : kim),
    })
    const [path, signedIn] = ['/api/csv', { authorization: 'token' }]
    for (let n = 0; n < 2; n++) await get({}, path)
    asked.length = 0
    const open = await Promise.all([get({}, path), get({}, path), get({}, path)])
    expect(open.map(({ text }) => text)).toEqual(three('first'))
    expect(asked.every(({ headers }) => headers['x-forwarded-for'] === undefined)).toBe(true)
    Object.assign(version, { text: 'of Kim', tag: 'W/"2"' })
    const own = await get(signedIn, path)
    expect([own.text, own.headers['cache-control']]).toEqual(['of Kim', 'private, no-cache'])
    expect(asked.at(-1)?.headers).toHaveProperty(IDENTITY_HEADER)
    Object.assign(version, { text: 'first', tag: 'W/"1"' })
    expect((await get({}, path)).text).toBe('first')
  })

  it('does not say that it is for everybody where callers have to sign in', async () => {
    const { get } = await before({ prefixes: prefixesWith(['none'], true) })
    expect((await get()).headers['cache-control']).toBe('private, no-cache')
  })

  it('is left to its size: a stranger cannot make the gateway keep more than it may', async () => {
    const { get, version, asked } = await before({ sharedReadBytes: 100_000 })
    version.text = 'x'.repeat(20_000)
    for (let n = 0; n < 3; n++) expect((await get()).text).toHaveLength(20_000)
    expect(asked.every(({ headers }) => headers['x-forwarded-for'] !== undefined)).toBe(true)
  })
})

describe('what the gateway holds for all', () => {
  it('is given back when answers have gone, and places of the service with them', async () => {
    const { get, warm, version, asked } = await before({
      sharedReadBytes: 100_000,
      upstreamLimits: { timeoutMs: 1_000, patienceMs: 0, maxInFlight: 2 },
    })
    await warm()
    for (let n = 0; n < 30; n++) {
      Object.assign(version, { text: `${n}`.repeat(5_000), tag: `W/"v${n}"` })
      expect(await get()).toMatchObject({ status: 200, text: version.text })
    }
    expect(asked.filter(({ headers }) => headers['x-forwarded-for'] !== undefined)).toEqual([])
  })

  it('is bounded: what was asked for long ago is forgotten', async () => {
    const { get, version, asked } = await before({ sharedReadBytes: 100_000 })
    version.text = 'x'.repeat(10_000)
    const path = (n: number) => `${PATH}?n=${n}`
    for (let n = 0; n < 20; n++) for (let time = 0; time < 2; time++) await get({}, path(n))
    asked.length = 0
    await get({}, path(19))
    await get({}, path(0))
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual(['W/"1"', undefined])
  })
})

describe('a service that fails while many wait for one answer', () => {
  it('is asked once more when a connection breaks', async () => {
    const { get, warm, script } = await before()
    await warm()
    let broken = 0
    script.instead = (req) => {
      broken++
      script.instead = undefined
      req.socket.destroy()
    }
    expect(await Promise.all([get(), get()])).toMatchObject([{ text: 'first' }, { text: 'first' }])
    expect(broken).toBe(1)
  })

  it('answers each of them with its own error', async () => {
    const { get, warm, asked, script } = await before()
    await warm()
    script.instead = (_req, res) => void res.writeHead(500).end('broken')
    const answers = await Promise.all([get(), get(), get()])
    expect(answers.map(({ status, text: body }) => [status, body])).toEqual(three([500, 'broken']))
    expect(asked.filter(({ headers }) => headers['x-forwarded-for'] !== undefined)).toHaveLength(3)
    script.instead = undefined
    expect((await get()).text).toBe('first')
  })

  it('is told as a fault of the service when it dies, or breaks off in the middle', async () => {
    const { get, warm, version, script } = await before()
    await warm()
    version.tag = 'W/"2"'
    script.instead = (req) => void req.socket.destroy()
    expect(await Promise.all([get(), get()])).toMatchObject([{ status: 502 }, { status: 502 }])
    script.instead = (req, res) => {
      res.writeHead(200, { ...SHARED, etag: 'W/"2"', 'content-length': '10' }).write('half')
      setTimeout(() => req.socket.destroy(), 20)
    }
    for (const answer of await Promise.all([get(), get()])) {
      expect(answer.status).toBe(502)
      expect(answer.text).not.toContain('half')
    }
    script.instead = undefined
    expect((await get()).text).toBe('first')
  })

  it('is waited for a second by those who joined; then each asks by itself, and nobody later is held up', async () => {
    const { get, warm, script } = await before()
    await warm()
    script.hold = new Promise(() => {})
    const hung: ReturnType<typeof get>[] = []
    for (let n = 0; n < 6; n++) {
      hung.push(get())
      await sleep(10)
    }
    await sleep(200)
    script.hold = undefined
    expect((await get()).text).toBe('first')
    for (const answer of await Promise.all(hung)) expect(answer.text).toBe('first')
  })
})

describe('limits of a caller', () => {
  it('hold for questions as well: nobody leaves one behind that waits for long', async () => {
    const { get, warm, script } = await before({
      upstreamLimits: { timeoutMs: 60_000, patienceMs: 0 },
    })
    await warm()
    const ended = Promise.withResolvers<void>()
    script.instead = (req, res) => {
      if (req.headers['x-forwarded-for'] === undefined) res.once('close', ended.resolve)
      else res.end('mine')
    }
    expect((await get()).text).toBe('mine')
    await ended.promise
  })

  it('count those as well whose question is shared', async () => {
    const { get, warm, script } = await before({ limitCaller: createConcurrencyLimit(3) })
    await warm()
    const { promise, resolve } = held()
    script.hold = promise
    const all = Array.from({ length: 5 }, () => get())
    await sleep(200)
    resolve()
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.toSorted((a = 0, b = 0) => a - b)).toEqual([200, 200, 200, 429, 429])
  })
})
