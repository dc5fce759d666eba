import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { assertUnambiguous } from './assert-unambiguous.ts'

function request(method: string, headers: readonly (readonly [string, string])[] = []) {
  return {
    method,
    httpVersion: '1.1',
    rawHeaders: headers.flat(),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  }
}
const answered: Record<string, string> = {}
const res = { setHeader: (name: string, value: string) => (answered[name] = value) }
const check = (req: object) => () => assertUnambiguous(req as IncomingMessage, res as never)
const refused = (text: string, more = {}) =>
  expect.objectContaining({ code: 'invalid-input', message: text, ...more })

describe('assertUnambiguous', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'lets %s pass',
    (method) => {
      expect(check(request(method))).not.toThrow()
    },
  )

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'get', ''])('refuses the method %j', (method) => {
    expect(check(request(method))).toThrow(
      expect.objectContaining({ code: 'method-not-allowed', message: 'Method not allowed' }),
    )
    expect(answered['allow']).toBe('GET, HEAD, POST, PUT, DELETE, OPTIONS')
  })

  it('refuses a request without a method', () => {
    const { method: _method, ...rest } = request('GET')
    expect(check(rest)).toThrow(expect.objectContaining({ code: 'method-not-allowed' }))
  })

  it.each(['chunked', 'Chunked'])('takes the transfer coding %s', (coding) => {
    expect(check(request('POST', [['Transfer-Encoding', coding]]))).not.toThrow()
  })

  it.each(['gzip', 'gzip, chunked', 'chunked, chunked', 'identity', ''])(
    'refuses the transfer coding %j',
    (coding) => {
      const faults = [{ path: ['transfer-encoding'], detail: 'has to be chunked, over HTTP/1.1' }]
      expect(check(request('POST', [['Transfer-Encoding', coding]]))).toThrow(
        refused('Transfer coding not supported', { faults }),
      )
    },
  )

  it('refuses any transfer coding in HTTP/1.0, where a proxy may take it for a body to be ignored', () => {
    const req = { ...request('POST', [['Transfer-Encoding', 'chunked']]), httpVersion: '1.0' }
    expect(check(req)).toThrow(refused('Transfer coding not supported'))
    expect(check({ ...request('GET'), httpVersion: '1.0' })).not.toThrow()
  })

  it.each([
    'Host',
    'Authorization',
    'X-Amzn-Oidc-Data',
    'X-Amzn-Oidc-Accesstoken',
    'Origin',
    'Content-Type',
  ])('refuses a second %s, in any spelling and wherever it stands', (name) => {
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
    expect(check(twice)).toThrow(refused('Repeated header'))
    expect(check(twice)).toThrow(
      expect.objectContaining({
        faults: [{ path: [name.toLowerCase()], detail: 'is there twice' }],
      }),
    )
  })

  it('takes different single headers together, and a value that looks like a name', () => {
    const headers = [
      ['Host', 'authorization'],
      ['Authorization', 'host'],
      ['Origin', 'origin'],
      ['Content-Type', 'host'],
    ] as const
    expect(check(request('POST', headers))).not.toThrow()
  })

  it('lets lists be repeated', () => {
    const headers = [
      ['Accept', 'a'],
      ['Accept', 'b'],
    ] as const
    expect(check(request('GET', headers))).not.toThrow()
  })
})
