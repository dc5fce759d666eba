import type { ServerResponse } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { asReply, otherReply, reply, replyBytes, send, type Reply } from './reply.ts'

/** The status, headers and body that a client receives. */
function sent(response: Reply) {
  const headers: Record<string, unknown> = {}
  let body: unknown = 'not sent'
  const res = {
    statusCode: 0,
    writeHead(status: number, head: object) {
      this.statusCode = status
      Object.assign(headers, head)
    },
    end: (bytes?: Buffer) => (body = bytes?.toString()),
  }
  send(res as unknown as ServerResponse, response)
  return { status: res.statusCode, headers, body }
}

const json = (length: number) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': length,
})

describe('send', () => {
  it('sends JSON with its length in bytes', () => {
    expect(sent(asReply({ a: '½' }))).toStrictEqual({
      status: 200,
      headers: json(10),
      body: '{"a":"½"}',
    })
    expect(sent(asReply(null, 201))).toStrictEqual({ status: 201, headers: json(4), body: 'null' })
    expect(sent(asReply(() => 1))).toMatchObject({ body: 'null' })
  })

  it('sends the status and the headers of a reply', () => {
    const cookies = ['a=1', 'b=2']
    const headers = { location: '/api/b', 'set-cookie': cookies, etag: undefined as never }
    expect(sent(asReply(reply(201, [], headers), 200))).toStrictEqual({
      status: 201,
      headers: { location: '/api/b', 'set-cookie': cookies, ...json(2) },
      body: '[]',
    })
  })

  it('replaces headers with those of with', () => {
    const response = reply(201, 'well', { location: '/a', etag: '"1"' }).with({ etag: '"2"' })
    expect(response).toEqual(reply(201, 'well', { location: '/a', etag: '"2"' }))
  })

  it('sends bytes with their own type', () => {
    const bytes = Buffer.from('a;½')
    expect(sent(replyBytes(200, bytes, { 'content-type': 'text/csv' }))).toStrictEqual({
      status: 200,
      headers: { 'content-type': 'text/csv', 'content-length': 4 },
      body: 'a;½',
    })
  })

  it('sends no body and no body headers for undefined', () => {
    expect(sent(otherReply(304))).toStrictEqual({ status: 304, headers: {}, body: undefined })
    expect(sent(asReply(undefined, 204))).toStrictEqual({
      status: 204,
      headers: {},
      body: undefined,
    })
  })
})
