import { PassThrough } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { createResponse } from '../../test/response.ts'
import type { GatewayRequest } from '../request/gateway-request.ts'
import { createBodyBuffer, type BodyLimits } from './buffer-body.ts'

const KB = 1024
const MB = 1024 * KB
const tooLarge = expect.objectContaining({ code: 'payload-too-large' })

/** A request whose body the test sends, and its buffering. */
function arriving(
  bufferBody: ReturnType<typeof createBodyBuffer>,
  url: string | undefined,
  headers: Record<string, string> = { 'transfer-encoding': 'chunked' },
) {
  const body = new PassThrough()
  const res = createResponse()
  const req = Object.assign(body, { url, headers })
  const request = { req, res } as unknown as GatewayRequest
  return { request, body, buffered: bufferBody(request), leave: () => res.emit('close') }
}
const bufferWith = (limits: Partial<BodyLimits> = {}) =>
  createBodyBuffer({ document: 10 * MB, ...limits })
const announcing = (url: string | undefined, length: number) => {
  const { body, buffered } = arriving(bufferWith(), url, { 'content-length': String(length) })
  body.end('x')
  return buffered
}

describe('createBodyBuffer', () => {
  it.each([
    ['/api/csv', 8 * KB],
    ['/api/v1/projects/Tide?x=/api', 512 * KB],
    ['/assistant/api/scm/oauth/token', 8 * KB],
    ['/admin/api/array-data', 10 * MB],
    ['/admin/api/banners', 10 * MB],
    ['/admin/api/banners/update', 512 * KB],
    ['/admin/api/banners/toggle', 64 * KB],
    ['/admin/api/banners/delete', 64 * KB],
    ['/admin/api/tech-radar/update', 10 * MB],
    ['/review/api/tech-radar/update', 10 * MB],
    ['/user/api/logout', 64 * KB],
    ['/nothing', 64 * KB],
    [undefined, 64 * KB],
  ])('accepts a body to %s of at most %i bytes', async (url, maximum) => {
    await announcing(url, maximum)
    await expect(announcing(url, maximum + 1)).rejects.toEqual(tooLarge)
  })

  it('rejects a compressed body before it arrives', async () => {
    const headers = { 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' }
    await expect(
      arriving(bufferWith(), '/api/v1/projects', headers).buffered,
    ).rejects.toMatchObject({
      code: 'unsupported-media-type',
    })
  })

  it('does not wait for a request without a body', async () => {
    const { request, buffered } = arriving(bufferWith(), '/api/v1/projects', {})
    await buffered
    expect(request.body).toBeUndefined()
  })

  it('buffers a body of unknown length up to its maximum', async () => {
    const fits = arriving(bufferWith(), '/api/csv')
    fits.body.end(Buffer.alloc(8 * KB, 'x'))
    await fits.buffered
    expect(fits.request.body).toEqual(Buffer.alloc(8 * KB, 'x'))
    const over = arriving(bufferWith(), '/api/csv')
    over.body.write(Buffer.alloc(8 * KB + 1))
    await expect(over.buffered).rejects.toEqual(tooLarge)
  })

  it('streams a body of more than 256 KB from its first byte', async () => {
    const { request, body, buffered } = arriving(bufferWith(), '/api/v1/projects')
    body.write(Buffer.alloc(256 * KB, 'x'))
    body.write('y')
    await buffered
    expect(request.body).toBeUndefined()
    body.end('z')
    const chunks: Buffer[] = []
    for await (const chunk of request.req) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString() === `${'x'.repeat(256 * KB)}yz`).toBe(true)
  })

  it('rejects a streamed body that exceeds its maximum at once', async () => {
    const bufferBody = bufferWith({ document: 300 * KB })
    const fits = arriving(bufferBody, '/admin/api/banners')
    fits.body.write(Buffer.alloc(300 * KB))
    await fits.buffered
    const over = arriving(bufferBody, '/admin/api/banners')
    over.body.write(Buffer.alloc(300 * KB + 1))
    await expect(over.buffered).rejects.toEqual(tooLarge)
  })
})

describe('the total of buffered bodies', () => {
  const noRoom = expect.objectContaining({
    code: 'unavailable',
    message: 'Too many uploads at the moment',
    retryAfter: 5,
  })

  it('is bounded; closed responses release their bytes', async () => {
    const bufferBody = bufferWith({ total: 100 })
    const send = (bytes: number) => {
      const one = arriving(bufferBody, '/api/v1/projects')
      one.body.end(Buffer.alloc(bytes))
      return one
    }
    const [first, second] = [send(60), send(40)]
    await Promise.all([first.buffered, second.buffered])
    const rejected = send(1)
    await expect(rejected.buffered).rejects.toEqual(noRoom)
    rejected.leave()
    second.leave()
    await expect(send(41).buffered).rejects.toEqual(noRoom)
    await send(40).buffered
    first.leave()
    await send(60).buffered
  })

  it('holds many documents by default', async () => {
    const bufferBody = bufferWith()
    for (let i = 0; i < 100; i++) {
      const { body, buffered } = arriving(bufferBody, '/api/v1/projects')
      body.end(Buffer.alloc(200 * KB))
      await buffered
    }
  })
})
