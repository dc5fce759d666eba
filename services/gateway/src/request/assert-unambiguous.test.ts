import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { createResponse } from '../../test/response.ts'
import { assertUnambiguous } from './assert-unambiguous.ts'

function request(method: string, headers: readonly (readonly [string, string])[] = []) {
  return {
    method,
    httpVersion: '1.1',
    rawHeaders: headers.flat(),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  }
}
const res = createResponse()
const check = (req: object) => () => assertUnambiguous(req as IncomingMessage, res)
const rejection = (text: string, more = {}) =>
  expect.objectContaining({ code: 'invalid-input', message: text, ...more })

describe('assertUnambiguous', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'accepts the method %s',
    (method) => {
      expect(check(request(method))).not.toThrow()
    },
  )

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'get', ''])('rejects the method %j', (method) => {
    expect(check(request(method))).toThrow(
      expect.objectContaining({ code: 'method-not-allowed', message: 'Method not allowed' }),
    )
    expect(res.getHeaders()['allow']).toBe('GET, HEAD, POST, PUT, DELETE, OPTIONS')
  })

  it('rejects a request without a method', () => {
    const { method: _method, ...rest } = request('GET')
    expect(check(rest)).toThrow(expect.objectContaining({ code: 'method-not-allowed' }))
  })

  it.each(['chunked', 'Chunked'])('accepts the transfer coding %s', (coding) => {
    expect(check(request('POST', [['Transfer-Encoding', coding]]))).not.toThrow()
  })

  it.each(['gzip', 'gzip, chunked', 'chunked, chunked', 'identity', ''])(
    'rejects the transfer coding %j',
    (coding) => {
      const faults = [{ path: ['transfer-encoding'], detail: 'must be chunked, over HTTP/1.1' }]
      expect(check(request('POST', [['Transfer-Encoding', coding]]))).toThrow(
        rejection('Transfer coding is not supported', { faults }),
      )
    },
  )

  it('rejects any transfer coding in HTTP/1.0', () => {
    const req = { ...request('POST', [['Transfer-Encoding', 'chunked']]), httpVersion: '1.0' }
    expect(check(req)).toThrow(rejection('Transfer coding is not supported'))
    expect(check({ ...request('GET'), httpVersion: '1.0' })).not.toThrow()
  })

  it.each([
    'Host',
    'Authorization',
    'X-Amzn-Oidc-Data',
    'X-Amzn-Oidc-Accesstoken',
    'Origin',
    'Content-Type',
  ])('rejects a duplicated %s in any case', (name) => {
    const once = request('POST', [
      ['Accept', 'a'],
      [name, 'a'],
      ['Accept', 'b'],
    ])
    expect(check(once)).not.toThrow()
    const twice = request('POST', [
      [name, 'a'],
      ['Accept', 'a'],
      [name.toUpperCase(), 'a'],
    ])
    expect(check(twice)).toThrow(rejection('Duplicated header'))
    expect(check(twice)).toThrow(
      expect.objectContaining({
        faults: [{ path: [name.toLowerCase()], detail: 'is duplicated' }],
      }),
    )
  })

  it('accepts different headers, and values that equal header names', () => {
    const headers = [
      ['Host', 'authorization'],
      ['Authorization', 'host'],
      ['Origin', 'origin'],
      ['Content-Type', 'host'],
    ] as const
    expect(check(request('POST', headers))).not.toThrow()
  })

  it('accepts repeated list headers', () => {
    const headers = [
      ['Accept', 'a'],
      ['Accept', 'b'],
    ] as const
    expect(check(request('GET', headers))).not.toThrow()
  })
})
