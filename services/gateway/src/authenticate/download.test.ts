import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { download } from './download.ts'

const MB = 1_000_000
const ADDRESS = 'https://keys.example/set'
afterEach(() => void jest.restoreAllMocks())

const CHUNK = MB / 10

/** Responds with an endless body in chunks; returns the number of bytes that were read of it. */
function endless(init: ResponseInit) {
  const body = { read: 0, isCancelled: false }
  const stream = new ReadableStream(
    {
      pull(controller) {
        body.read += CHUNK
        controller.enqueue(new Uint8Array(CHUNK))
      },
      cancel: () => void (body.isCancelled = true),
    },
    { highWaterMark: 0 },
  )
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(stream, init))
  return body
}

describe('download', () => {
  it('returns a body of at most one megabyte', async () => {
    const bytes = new Uint8Array(MB).fill(7)
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(bytes))
    expect(Buffer.from(await download(ADDRESS)).equals(bytes)).toBe(true)
  })

  it.each([
    [200, 'too many bytes'],
    [403, 'status 403'],
    [500, 'status 500'],
  ])('reads at most one chunk more of a body with status %i', async (status, message) => {
    const body = endless({ status })
    await expect(download(ADDRESS)).rejects.toThrow(message)
    expect(body).toEqual({ read: 1.1 * MB, isCancelled: true })
  })

  it('reads nothing of a body whose declared length is larger', async () => {
    const body = endless({ headers: { 'content-length': `${MB + 1}` } })
    await expect(download(ADDRESS)).rejects.toThrow('too many bytes')
    expect(body).toEqual({ read: 0, isCancelled: true })
  })

  it('rejects a missing key with the given error', async () => {
    const missing = new Error('no such key')
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('none', { status: 404 }))
    await expect(download(ADDRESS, missing)).rejects.toBe(missing)
  })
})
