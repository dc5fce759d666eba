import { describe, expect, it } from '@jest/globals'
import { cleanResponseHeaders } from './response-headers.ts'

describe('cleanResponseHeaders', () => {
  it.each([
    'connection',
    'proxy-connection',
    'keep-alive',
    'te',
    'trailer',
    'upgrade',
    'http2-settings',
    'proxy-authenticate',
    'proxy-authorization',
    'expect',
  ])('keeps %s between gateway and service', (name) => {
    const headers = { [name]: 'x' }
    cleanResponseHeaders(headers)
    expect(headers).toEqual({})
  })

  it('keeps the framing that an answer wants to be rid of', () => {
    const headers = { connection: 'transfer-encoding, host', 'transfer-encoding': 'chunked' }
    cleanResponseHeaders(headers)
    expect(headers).toEqual({ 'transfer-encoding': 'chunked' })
  })

  it("removes headers of the upstream's connection and keeps framing", () => {
    const headers = {
      connection: 'keep-alive, x-hop, content-length',
      'keep-alive': 'timeout=5',
      'x-hop': '1',
      'content-length': '3',
      upgrade: 'h2c',
      'x-powered-by': 'Express',
      'access-control-allow-origin': '*',
      vary: 'Accept-Encoding',
      etag: '"1"',
    }
    cleanResponseHeaders(headers)
    expect(headers).toEqual({
      'content-length': '3',
      etag: '"1"',
      vary: 'Accept-Encoding',
    })
  })
})
