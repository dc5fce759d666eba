import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import type { GatewayRequest } from './gateway-request.ts'
import { createBodyBuffer, type BodyLimits } from './buffer-body.ts'

const KB = 1024
const MB = 1024 * KB
const tooLarge = expect.objectContaining({ code: 'payload-too-large' })

/** A request whose body the test sends, and the taking in of it. */
function arriving(
  intake: ReturnType<typeof createBodyBuffer>,
  url: string | undefined,
  headers: Record<string, string> = { 'transfer-encoding': 'chunked' },
) {
  const body = new PassThrough()
  const res = new EventEmitter()
  const req = Object.assign(body, { url, headers })
  const request = { req, res } as unknown as GatewayRequest
  return { request, body, taken: intake(request), gone: () => res.emit('close') }
}
const intakeOf = (limits: Partial<BodyLimits> = {}) =>
  createBodyBuffer({ document: 10 * MB, ...limits })
const announcing = (url: string | undefined, length: number) => {
  const { body, taken } = arriving(intakeOf(), url, { 'content-length': String(length) })
  body.end('x')
  return taken
}

describe('the body of a request', () => {
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
  ])('to %s may have %i bytes', async (url, maximum) => {
    await announcing(url, maximum)
    await expect(announcing(url, maximum + 1)).rejects.toEqual(tooLarge)
  })

  it('is refused when it is compressed, before any of it has come', async () => {
    const headers = { 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' }
    await expect(arriving(intakeOf(), '/api/v1/projects', headers).taken).rejects.toMatchObject({
      code: 'unsupported-media-type',
    })
  })

  it('that is not there is not waited for', async () => {
    const { request, taken } = arriving(intakeOf(), '/api/v1/projects', {})
    await taken
    expect(request.body).toBeUndefined()
  })

  it('is taken in whole up to its bound, though nothing was announced, and refused beyond', async () => {
    const fits = arriving(intakeOf(), '/api/csv')
    fits.body.end(Buffer.alloc(8 * KB, 'x'))
    await fits.taken
    expect(fits.request.body).toEqual(Buffer.alloc(8 * KB, 'x'))
    const over = arriving(intakeOf(), '/api/csv')
    over.body.write(Buffer.alloc(8 * KB + 1))
    await expect(over.taken).rejects.toEqual(tooLarge)
  })

  it('is streamed on once 256 KB have come, from its first byte', async () => {
    const { request, body, taken } = arriving(intakeOf(), '/api/v1/projects')
    body.write(Buffer.alloc(256 * KB, 'x'))
    body.write('y')
    await taken
    expect(request.body).toBeUndefined()
    body.end('z')
    const chunks: Buffer[] = []
    for await (const chunk of request.req) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString() === `${'x'.repeat(256 * KB)}yz`).toBe(true)
  })

  it('is refused when more than its bound comes at once, though it would be streamed', async () => {
    const intake = intakeOf({ document: 300 * KB })
    const fits = arriving(intake, '/admin/api/banners')
    fits.body.write(Buffer.alloc(300 * KB))
    await fits.taken
    const over = arriving(intake, '/admin/api/banners')
    over.body.write(Buffer.alloc(300 * KB + 1))
    await expect(over.taken).rejects.toEqual(tooLarge)
  })
})

describe('all bodies together', () => {
  const noRoom = expect.objectContaining({
    code: 'unavailable',
    message: 'Too many uploads at the moment',
    retryAfter: 5,
  })

  it('may be so many bytes, which are free again when their answers are done', async () => {
    const intake = intakeOf({ total: 100 })
    const send = (bytes: number) => {
      const one = arriving(intake, '/api/v1/projects')
      one.body.end(Buffer.alloc(bytes))
      return one
    }
    const [first, second] = [send(60), send(40)]
    await Promise.all([first.taken, second.taken])
    const refused = send(1)
    await expect(refused.taken).rejects.toEqual(noRoom)
    refused.gone()
    second.gone()
    await expect(send(41).taken).rejects.toEqual(noRoom)
    await send(40).taken
    first.gone()
    await send(60).taken
  })

  it('are many documents, unless another bound is set', async () => {
    const intake = intakeOf()
    for (let i = 0; i < 100; i++) {
      const { body, taken } = arriving(intake, '/api/v1/projects')
      body.end(Buffer.alloc(200 * KB))
      await taken
    }
  })
})
