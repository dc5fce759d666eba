import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { dataService, RADAR } from './data-service.ts'

const radar = {
  ...RADAR,
  entries: Array.from({ length: 100 }, (_, i) => ({ id: `entry-${i}`, title: `Entry ${i}` })),
}
const text = JSON.stringify(radar)
const { app, put } = await dataService({ radar })
const path = '/api/tech-radar/json'

/** The response with its encoded bytes. */
const raw = (encoding: string, headers = {}) =>
  request(app)
    .get(path)
    .set({ 'accept-encoding': encoding, ...headers })
    .buffer(true)
    .parse((res, done) => {
      // supertest decodes the body unless it does not know the encoding.
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => done(null, Buffer.concat(chunks)))
    })

describe('compression', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip', 'gzip'],
    ['identity', undefined],
    ['zstd', undefined],
    ['br;q=0, gzip;q=0', undefined],
    [`br, ${'a, '.repeat(400)}`, undefined],
  ])('encodes the body for "%s" as %s', async (accepted, encoding) => {
    const response = await raw(accepted)
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers['vary']).toBe('Accept-Encoding')
    const body = response.body as Buffer
    const unpacked =
      encoding === 'br' && body[0] !== 0x7b
        ? brotliDecompressSync(body)
        : encoding === 'gzip' && body[0] === 0x1f
          ? gunzipSync(body)
          : body
    expect(unpacked.toString()).toBe(text)
    if (encoding) expect(Number(response.headers['content-length'])).toBeLessThan(text.length / 2)
  })

  it('does not compress with Cache-Control: no-transform', async () => {
    const response = await raw('br, gzip', { 'cache-control': 'no-cache, no-transform' })
    expect(response.headers['content-encoding']).toBeUndefined()
  })
})

describe('validation', () => {
  it('returns the same ETag for every encoding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (e) => (await raw(e)).headers),
    )
    expect(new Set(tags.map(({ etag }) => etag)).size).toBe(1)
    expect(tags[0]).toMatchObject({ 'cache-control': 'public, no-cache' })
    expect(tags[0]?.['etag']).toMatch(/^W\/".+"$/)
  })

  it('returns 304 without a body for the present ETag, otherwise 200', async () => {
    const { headers } = await request(app).get(path)
    const etag = String(headers['etag'])
    const same = await request(app).get(path).set('if-none-match', `"x", ${etag}`)
    expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', etag])
    await put('radar', { ...radar, title: 'Changed' })
    const changed = await request(app).get(path).set('if-none-match', etag)
    expect(changed.status).toBe(200)
    expect(changed.body.title).toBe('Changed')
    await put('radar', radar)
  })
})

describe('HEAD', () => {
  it('returns the headers of GET without a body', async () => {
    const get = await request(app).get(path).set('accept-encoding', 'identity')
    const head = await request(app).head(path).set('accept-encoding', 'identity')
    expect(head.status).toBe(200)
    expect(head.text).toBeUndefined()
    for (const name of ['content-length', 'etag', 'content-type', 'vary']) {
      expect(head.headers[name]).toBe(get.headers[name])
    }
  })
})

describe('writes', () => {
  it.each(['post', 'put', 'delete'] as const)('returns 405 for %s', async (method) => {
    const response = await request(app)[method](path)
    expect(response.status).toBe(405)
    expect(response.headers['allow']).toBe('GET, HEAD')
  })
})
