import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from '@jest/globals'
import { SHARED_READ_HEADERS } from '@landscape/http/request/shared-read'
import { closeServers } from './gateway-fixture.ts'
import { held, PATH, SHARED, startSharedReads } from './shared-reads-fixture.ts'

afterAll(closeServers)

const seen = (headers: typeof SHARED) => ({ ...headers, vary: `${headers.vary}, Origin` })

describe('a shared read', () => {
  it('coalesces concurrent requests, but joins no earlier request', async () => {
    const { get, warm, version, received, script } = await startSharedReads()
    await warm()
    const { promise, resolve } = held()
    script.hold = promise
    const early = get()
    await sleep(100)
    expect(received).toHaveLength(1)
    Object.assign(version, { text: 'second', tag: 'W/"2"' })
    script.hold = undefined
    const late = await Promise.all(Array.from({ length: 20 }, () => get()))
    expect(new Set(late.map(({ text }) => text))).toEqual(new Set(['second']))
    resolve()
    expect((await early).text).toBe('first')
    expect(received.length).toBeLessThan(21)
    expect(received.map(({ headers }) => headers['if-none-match'])).toContain('W/"1"')
    // The older response arrives last and does not replace the newer one.
    await get()
    expect(received.at(-1)?.headers['if-none-match']).toBe('W/"2"')
  })

  it('is cached from its second request for each accepted encoding', async () => {
    const { get, received } = await startSharedReads()
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
      received.map(({ headers }) => [headers['accept-encoding'], headers['if-none-match']]),
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

  it("evaluates each caller's If-None-Match", async () => {
    const { get, warm, version } = await startSharedReads()
    await warm()
    const old = { 'if-none-match': 'W/"0"' }
    expect(await get(old)).toMatchObject({ status: 200, text: 'first' })
    for (const known of ['W/"1"', '"1"', '"0", W/"1"', '*']) {
      const response = await get({ 'if-none-match': known })
      expect(response).toMatchObject({
        status: 304,
        text: '',
        headers: { etag: 'W/"1"', ...seen(SHARED) },
      })
      expect(response.headers).not.toHaveProperty('content-type')
      expect(response.headers).not.toHaveProperty('content-length')
    }
    Object.assign(version, { text: 'second', tag: 'W/"2"' })
    expect(await get({ 'if-none-match': 'W/"1"' })).toMatchObject({ status: 200, text: 'second' })
  })

  it('includes the content security policy in a 304', async () => {
    const policy = { 'content-security-policy': "style-src 'sha256-x'" }
    const { get, warm } = await startSharedReads({ headers: policy })
    await warm()
    const response = await get({ 'if-none-match': 'W/"1"' })
    expect(response).toMatchObject({ status: 304, headers: policy })
  })

  it('returns no body for HEAD and the complete body for range and date requests', async () => {
    const { get, warm, received } = await startSharedReads()
    await warm()
    const head = await get({}, PATH, 'HEAD')
    expect(head).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-length': '5', etag: 'W/"1"' },
    })
    const date = { 'if-modified-since': new Date().toUTCString() }
    for (const own of [{ range: 'bytes=0-1' }, date, { 'cache-control': 'only-if-cached' }]) {
      expect(await get(own)).toMatchObject({ status: 200, text: 'first' })
    }
    expect(received.every(({ headers }) => headers['if-none-match'] === 'W/"1"')).toBe(true)
  })

  it('combines headers of the caller with those of the latest response', async () => {
    const { get, warm, version, lines } = await startSharedReads()
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
    const logged = lines.map((line) => JSON.parse(line) as { requestId?: string; stale?: true })
    expect(logged.filter(({ stale: isStale }) => isStale)).toMatchObject([
      { requestId: 'my-own-request' },
    ])
    version.headers = {}
    const fresh = await get()
    for (const name of ['age', 'warning', 'access-control-allow-origin']) {
      expect(fresh.headers).not.toHaveProperty(name)
    }
  })

  it('logs the request id that the service received', async () => {
    const { get, warm, received, script, lines } = await startSharedReads()
    await warm()
    const { promise, resolve } = held()
    script.hold = promise
    const responses = ['one-of-many', 'two-of-many'].map((id) => get({ 'x-request-id': id }))
    await sleep(100)
    resolve()
    const given = (await Promise.all(responses)).map(({ headers }) => headers['x-request-id'])
    expect(given).toEqual(['one-of-many', 'two-of-many'])
    const ids = received.map(({ headers }) => headers['x-request-id'])
    const logged = lines.map((line) => JSON.parse(line) as Record<string, string>)
    for (const id of ['one-of-many', 'two-of-many']) {
      const { sharedRequestId = id } = logged.find(({ requestId }) => requestId === id)!
      expect(ids).toContain(sharedRequestId)
    }
  })
})

describe('a shared read in several formats', () => {
  it('is cached and requested by media type', async () => {
    const { get, received, version } = await startSharedReads({
      headers: { vary: 'Accept, Accept-Encoding' },
    })
    const wanted = { json: '*/*', csv: 'text/csv, text/html;q=0.1', ndjson: 'application/x-ndjson' }
    for (const [format, accept] of Object.entries(wanted)) {
      version.text = format
      version.tag = `W/"${format}"`
      for (const _again of [1, 2, 3]) expect(await get({ accept })).toMatchObject({ text: format })
    }
    const logged = received.map(({ headers }) => headers.accept)
    expect(new Set(logged.slice(1))).toEqual(
      new Set([undefined, wanted.csv, 'text/csv', 'application/x-ndjson']),
    )
    const known = received.map(({ headers }) => headers['if-none-match'])
    expect(new Set(known)).toEqual(new Set([undefined, 'W/"json"', 'W/"csv"', 'W/"ndjson"']))
    received.length = 0
    version.text = 'json'
    version.tag = 'W/"json"'
    expect(await get({ accept: 'application/json' })).toMatchObject({ text: 'json' })
    expect(received).toMatchObject([{ headers: { 'if-none-match': 'W/"json"' } }])
    expect(received[0]!.headers).not.toHaveProperty('accept')
  })
})

describe('a revalidation request', () => {
  it('contains no header of a caller', async () => {
    const { get, warm, received } = await startSharedReads()
    await warm()
    const headers = {
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=evil',
      accept: 'text/evil',
    }
    await get({
      ...headers,
      authorization: 'Bearer evil',
      cookie: 'a=evil',
      origin: 'http://evil.example',
      traceparent: '00-evil',
    })
    expect(received).toHaveLength(1)
    expect(JSON.stringify(received)).not.toContain('evil')
    expect(received[0]!.headers).toMatchObject({
      ...SHARED_READ_HEADERS,
      'x-landscape-service': 'data',
    })
    expect(received[0]!.headers).not.toHaveProperty('x-forwarded-for')
  })

  it("contains one caller's trace id without its sampled flag", async () => {
    const { get, warm, received } = await startSharedReads()
    await warm()
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    await get({ traceparent: `00-${traceId}-00f067aa0ba902b7-01`, tracestate: 'a=b' })
    const { traceparent, ...headers } = received[0]!.headers
    expect(traceparent).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-00$`))
    expect(headers).not.toHaveProperty('tracestate')
  })
})
