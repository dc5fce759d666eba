import { describe, expect, it } from '@jest/globals'
import { cleanRequestHeaders } from './clean-request-headers.ts'
import { cleanResponseHeaders } from './hop-by-hop.ts'

const kept = (headers: Record<string, string>) => Object.keys(cleanRequestHeaders(headers))

describe('cleanRequestHeaders', () => {
  it('keeps what a service needs', () => {
    const headers = {
      host: 'landscape.example',
      accept: '*/*',
      'content-type': 'application/json',
      'content-length': '2',
      cookie: 'a=1',
      'if-none-match': '"1"',
    }
    expect({ ...cleanRequestHeaders(headers) }).toEqual(headers)
  })

  it.each([
    'x-landscape-identity',
    'x_landscape_identity',
    'x-landscape_identity',
    'authorization',
    'x-amzn-oidc-data',
    'x_amzn_oidc_accesstoken',
    'x-amzn-oidc-identity',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x_forwarded_user',
    'forwarded',
    'x-real-ip',
    'x-original-url',
    'x-rewrite-url',
    'x-http-method-override',
    'x_http_method_override',
    'x-user-id',
    'remote_user',
    'remote.user',
    'x.forwarded_for',
    'x-landscape.identity',
    'tailscale-user-login',
    'cf-access-jwt-assertion',
    'cf-access-authenticated-user-email',
    'x-goog-iap-jwt-assertion',
    'x-ms-client-principal',
    'x-ms-client-principal-name',
    'ssl-client-verify',
    'x-client-cert',
    'x-client-cert-chain',
    'x-roles',
    'x-username',
    'x-access-token',
    'expect',
    'upgrade',
    'te',
    'proxy-authorization',
    'keep-alive',
  ])('removes %s', (name) => {
    expect(kept({ accept: '*/*', [name]: 'forged' })).toEqual(['accept'])
  })

  it('removes what Connection names, but never what frames the message', () => {
    expect(
      kept({
        host: 'landscape.example',
        connection: 'close, X-Secret, Content-Length, transfer-encoding, HOST',
        'x-secret': '1',
        'content-length': '3',
      }),
    ).toEqual(['host', 'content-length'])
  })
})

describe('cleanResponseHeaders', () => {
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
      vary: 'Accept-Encoding, Origin',
    })
  })
})
