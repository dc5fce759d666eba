import { createServer, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { addHeaders, sendEmpty, startResponse } from './response-head.ts'

/** The status and headers that a client receives. */
async function sent(
  response: (res: ServerResponse) => void,
): Promise<{ status: number; headers: Record<string, string> }> {
  const server = createServer((_req, res) => {
    res.sendDate = false
    response(res)
    res.end()
  })
  const { status, headers } = await request(server).get('/')
  const { connection: _c, 'transfer-encoding': _t, 'content-length': _l, ...own } = headers
  return { status, headers: own }
}
const headersOf = async (own: OutgoingHttpHeaders, ...announced: OutgoingHttpHeaders[]) => {
  const { headers } = await sent((res) => {
    for (const headers of announced) addHeaders(res, headers)
    startResponse(res, 200, own)
  })
  return headers
}

describe('startResponse', () => {
  it('sends the status, its headers and announced headers', async () => {
    const response = await sent((res) => {
      addHeaders(res, { a: '1', b: undefined })
      addHeaders(res, { c: 2 })
      startResponse(res, 201, { d: '3', e: undefined })
    })
    expect(response).toEqual({ status: 201, headers: { a: '1', c: '2', d: '3' } })
  })

  it('accepts only announced headers, or none', async () => {
    expect(await headersOf({}, { a: '1' })).toEqual({ a: '1' })
    expect(await sent((res) => startResponse(res, 204))).toEqual({ status: 204, headers: {} })
  })

  it('prefers its headers to announced ones', async () => {
    expect(await headersOf({ a: 'own' }, { a: 'announced', b: '1' })).toEqual({ a: 'own', b: '1' })
    expect(await headersOf({}, { a: '1' }, { a: '2' })).toEqual({ a: '2' })
  })

  it('joins Vary of announced headers and its own', async () => {
    expect(await headersOf({ vary: 'Accept' }, { vary: 'Origin' })).toEqual({
      vary: 'Accept, Origin',
    })
    expect(await headersOf({}, { vary: 'Origin' })).toEqual({ vary: 'Origin' })
    expect(await headersOf({ vary: 'Accept' })).toEqual({ vary: 'Accept' })
  })

  it('sends cookies as separate headers', async () => {
    const headers = await headersOf({ 'set-cookie': ['a=1', 'b=2'] })
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2'])
  })

  it('keeps headers that were set on the Node response', async () => {
    const { headers } = await sent((res) => {
      res.setHeader('x-before', '1')
      addHeaders(res, { a: '1' })
      startResponse(res, 200, { b: '2' })
    })
    expect(headers).toEqual({ 'x-before': '1', a: '1', b: '2' })
  })

  it('omits the headers of a response that Node rejected', async () => {
    const { headers } = await sent((res) => {
      addHeaders(res, { a: '1' })
      const own = { b: '1', c: 'a\u2013b' }
      expect(() => startResponse(res, 200, own)).toThrow('Invalid character')
      expect(() => startResponse(res, 0, { c: '1' })).toThrow('Invalid status code')
      startResponse(res, 500, { d: '2' })
    })
    expect(headers).toEqual({ a: '1', d: '2' })
  })

  it.each([
    ['GET', 200, '0'],
    ['POST', 303, '0'],
    ['GET', 204, undefined],
    ['GET', 304, undefined],
    ['HEAD', 200, undefined],
  ] as const)('sends no body for %s with %i and the length %s', async (method, status, length) => {
    const server = createServer((_req, res) => sendEmpty(res, status, { a: '1' }))
    const verb = method.toLowerCase() as 'get' | 'post' | 'head'
    const response = await request(server)[verb]('/').redirects(0)
    expect(response.status).toBe(status)
    expect(response.headers).toMatchObject({ a: '1' })
    expect(response.headers['content-length']).toBe(length)
    expect(response.headers).not.toHaveProperty('transfer-encoding')
  })
})
