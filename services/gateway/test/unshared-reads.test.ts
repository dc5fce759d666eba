import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { afterAll, describe, expect, it } from '@jest/globals'
import { prefixesWith } from '../src/request/prefixes.ts'
import { closeServers } from './gateway-fixture.ts'
import { SHARED, startSharedReads, three } from './shared-reads-fixture.ts'

afterAll(closeServers)

describe('a response that is not shared', () => {
  it.each([
    ['has no cache-control', { 'cache-control': undefined }],
    ['is not public', { 'cache-control': 'no-cache' }],
    ['is public and private', { 'cache-control': 'public, no-cache, private' }],
    ['has a max-age', { 'cache-control': 'public, max-age=60' }],
    ['sets a cookie', { 'set-cookie': 'a=b' }],
    ['varies by cookie', { vary: 'Accept-Encoding, Cookie' }],
    ['has no tag', { etag: undefined }],
    ['has two tags', { etag: ['W/"1"', 'W/"2"'] }],
    ['has no length', { 'transfer-encoding': 'chunked' }],
    ['has an unrequested encoding', { 'content-encoding': 'br' }],
  ])('is requested for each caller when it %s', async (_name, headers) => {
    const { get, received, script } = await startSharedReads({ headers })
    if ('transfer-encoding' in headers) {
      script.instead = (_req, res) =>
        void res.writeHead(200, { ...SHARED, etag: 'W/"1"' }).end('first')
    }
    for (let n = 0; n < 4; n++) expect((await get()).text).toBe('first')
    expect(received.map(({ headers: { 'cache-control': demands } }) => demands)).toEqual(
      Array(4).fill(undefined),
    )
  })

  it('is requested for each caller once it becomes private', async () => {
    const { get, warm, version, received } = await startSharedReads()
    await warm()
    Object.assign(version, {
      text: 'for one',
      tag: 'W/"2"',
      headers: { 'cache-control': 'private, no-cache' },
    })
    const responses = await Promise.all([get(), get(), get()])
    expect(responses.map((response) => [response.text, response.headers['cache-control']])).toEqual(
      three(['for one', 'private, no-cache']),
    )
    expect(received.filter(({ headers }) => headers['x-forwarded-for'] !== undefined)).toHaveLength(
      3,
    )
    // No caller waits for a revalidation that the service would reject.
    received.length = 0
    for (let n = 0; n < 3; n++) await get()
    expect(received.map(({ headers }) => headers['x-forwarded-for'])).toEqual(three('127.0.0.1'))
  })

  it('is requested for the caller after a 304 for an unknown ETag', async () => {
    const { get, warm, script } = await startSharedReads()
    await warm()
    script.instead = (req, res) => {
      const isShared = req.headers['x-forwarded-for'] === undefined
      res.writeHead(isShared ? 304 : 200, { ...SHARED, etag: 'W/"9"' }).end(isShared ? '' : 'mine')
    }
    expect((await get()).text).toBe('mine')
  })

  it.each([
    ['for routes that require authentication', { prefixes: prefixesWith(['none'], true) }, {}],
    ['without a cache', { sharedReadBytes: 0 }, {}],
    ['with If-Match', {}, { 'if-match': '"1"' }],
    ['with no-transform', {}, { 'cache-control': 'no-transform' }],
  ])('is forwarded for each request %s', async (_name, options, own) => {
    const { get, received } = await startSharedReads(options)
    for (let n = 0; n < 3; n++) expect((await get(own)).text).toBe('first')
    expect(received.map(({ headers }) => headers['x-forwarded-for'])).toEqual(
      Array(3).fill('127.0.0.1'),
    )
  })

  it('is shared only by anonymous callers where the identity is optional', async () => {
    const kim = { subject: '1', email: 'kim@acme.example', groups: [] }
    const { get, version, received } = await startSharedReads({
      prefixes: prefixesWith(['/api'], false),
      identify: async ({ token }) => (token === undefined ? undefined : kim),
    })
    const [path, signedIn] = ['/api/csv', { authorization: 'token' }]
    for (let n = 0; n < 2; n++) await get({}, path)
    received.length = 0
    const open = await Promise.all([get({}, path), get({}, path), get({}, path)])
    expect(open.map(({ text }) => text)).toEqual(three('first'))
    expect(received.every(({ headers }) => headers['x-forwarded-for'] === undefined)).toBe(true)
    Object.assign(version, { text: 'of Kim', tag: 'W/"2"' })
    const own = await get(signedIn, path)
    expect([own.text, own.headers['cache-control']]).toEqual(['of Kim', 'private, no-cache'])
    expect(received.at(-1)?.headers).toHaveProperty(IDENTITY_HEADER)
    Object.assign(version, { text: 'first', tag: 'W/"1"' })
    expect((await get({}, path)).text).toBe('first')
  })

  it('becomes private where authentication is required', async () => {
    const { get } = await startSharedReads({ prefixes: prefixesWith(['none'], true) })
    expect((await get()).headers['cache-control']).toBe('private, no-cache')
  })

  it('is requested for each caller when it exceeds its share of the cache', async () => {
    const { get, version, received } = await startSharedReads({ sharedReadBytes: 100_000 })
    version.text = 'x'.repeat(20_000)
    for (let n = 0; n < 3; n++) expect((await get()).text).toHaveLength(20_000)
    expect(received.every(({ headers }) => headers['x-forwarded-for'] !== undefined)).toBe(true)
  })
})
