import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import {
  assertUncompressed,
  assertUtf8,
  createByteBudget,
  hasBody,
  isJson,
  readComplete,
  readUpTo,
} from './request-body.ts'

describe('body headers', () => {
  const requestOf = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage
  const typed = (type: string) => requestOf({ 'content-type': type })

  it.each([
    [{ 'content-length': '1' }, true],
    [{ 'transfer-encoding': 'chunked' }, true],
    [{ 'content-length': '0' }, false],
    [{}, false],
  ])('announce a body with %j: %s', (headers, expected) => {
    expect(hasBody(requestOf(headers))).toBe(expected)
  })

  it.each(['application/json', ' Application/JSON ;charset=utf-8', 'application/merge-patch+json'])(
    'announce JSON with %j',
    (type) => {
      expect(isJson(typed(type))).toBe(true)
    },
  )

  it.each([
    '',
    'text/json',
    'text/application/json',
    'application/jsonp',
    'application/a/b+json',
    'application/+json',
  ])('announce another type with %j', (type) => {
    expect(isJson(typed(type))).toBe(false)
  })

  it.each(['utf-8', 'UTF8', '"utf-8"'])('accept the charset %s', (charset) => {
    expect(() => assertUtf8(typed(`application/json ;  charset = ${charset}`))).not.toThrow()
  })

  it.each(['utf-7', 'x-utf-8', 'utf-88', 'latin1'])('reject the charset %s', (charset) => {
    for (const parameter of [`;charset=${charset}`, `;  charset = "${charset}"`]) {
      expect(() => assertUtf8(typed(`application/json${parameter}`))).toThrow(
        'Charset must be UTF-8',
      )
    }
  })

  it('accept the coding identity in any case', () => {
    const res = {} as never
    expect(() =>
      assertUncompressed(requestOf({ 'content-encoding': ' Identity ' }), res),
    ).not.toThrow()
  })
})

describe('readUpTo', () => {
  const incoming = (headers = {}) =>
    Object.assign(new PassThrough(), { headers }) as PassThrough & IncomingMessage
  const listenersOf = (req: PassThrough) =>
    ['data', 'end', 'close'].map((event) => req.listenerCount(event))
  const none = listenersOf(incoming())

  it('returns a complete body of the maximum size', async () => {
    const req = incoming()
    const taken: number[] = []
    const reading = readUpTo(req, 4, (bytes) => void taken.push(bytes))
    req.write('12')
    req.end('34')
    expect(await reading).toEqual({ bytes: Buffer.from('1234'), isComplete: true })
    expect(taken).toEqual([2, 2])
    expect(listenersOf(req)).toEqual(none)
  })

  it('pauses a body beyond the maximum, which can be put back and streamed', async () => {
    const req = incoming()
    const reading = readUpTo(req, 3)
    req.write('12')
    req.write('34')
    expect(await reading).toEqual({ bytes: Buffer.from('1234'), isComplete: false })
    expect(listenersOf(req)).toEqual(none)
    expect(req.isPaused()).toBe(true)
    req.unshift('1234')
    req.end('56')
    expect(await text(req)).toBe('123456')
  })

  it('pauses the request when take throws', async () => {
    const req = incoming()
    const reading = readUpTo(req, 3, () => {
      throw new Error('over budget')
    })
    req.write('12')
    await expect(reading).rejects.toThrow('over budget')
    expect(listenersOf(req)).toEqual(none)
    expect(req.isPaused()).toBe(true)
  })

  it('rejects when the client leaves', async () => {
    const req = incoming()
    const reading = readUpTo(req, 3)
    req.write('12')
    req.destroy()
    await expect(reading).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'Request aborted',
      reason: 'client left',
    })
  })

  it('readComplete rejects a body whose size or Content-Length exceeds the maximum', async () => {
    const faults = [{ path: [], detail: 'must have at most 3 bytes' }]
    const payloadTooLarge = { code: 'payload-too-large', message: 'Payload too large', faults }
    const announcing = incoming({ 'content-length': '4' })
    await expect(readComplete(announcing, 3)).rejects.toMatchObject(payloadTooLarge)
    expect(listenersOf(announcing)).toEqual(none)
    const longer = incoming()
    longer.end('1234')
    await expect(readComplete(longer, 3)).rejects.toMatchObject(payloadTooLarge)
    const fits = incoming({ 'content-length': '3' })
    fits.end('123')
    expect(await readComplete(fits, 3)).toEqual(Buffer.from('123'))
  })
})

describe('createByteBudget', () => {
  it('counts the bytes of all bodies until their responses close', () => {
    const budget = createByteBudget(10)
    const [first, second] = [new EventEmitter(), new EventEmitter()] as ServerResponse[]
    const [one, other] = [budget(first!), budget(second!)]
    one(4)
    one(3)
    other(3)
    for (const more of [one, other]) {
      expect(() => more(1)).toThrow(
        expect.objectContaining({
          code: 'unavailable',
          message: 'Too many uploads at the moment',
          reason: 'no room for uploads',
          retryAfter: 5,
        }),
      )
    }
    first?.emit('close')
    other(7)
    expect(() => other(1)).toThrow('Too many uploads')
  })
})
