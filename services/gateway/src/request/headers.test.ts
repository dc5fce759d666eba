import { describe, expect, it } from '@jest/globals'
import type { IncomingHttpHeaders } from 'node:http'
import { SHARED_READ_HEADERS } from '@landscape/http/request/shared-read'
import { prefixesWith } from './prefixes.ts'
import { cleanResponseHeaders, serviceHeaders } from './headers.ts'

const prefixOf = (service: string) =>
  prefixesWith(['/api'], true).find((prefix) => prefix.service === service)
const headersFor = (given: IncomingHttpHeaders, service = 'data') =>
  serviceHeaders(given, {
    requestId: 'request-1',
    address: '192.0.2.1',
    protocol: 'https',
    prefix: prefixOf(service),
  })
const SET = new Set(['x-request-id', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'])
const kept = (given: IncomingHttpHeaders, service?: string) =>
  Object.keys(headersFor(given, service)).filter((name) => !SET.has(name))

describe('serviceHeaders', () => {
  it('keeps the headers that services read', () => {
    const given = {
      host: 'landscape.example',
      accept: '*/*',
      'accept-encoding': 'br',
      'cache-control': 'no-transform',
      'content-type': 'application/json',
      'content-encoding': 'identity',
      'content-length': '2',
      'if-match': '"1"',
      'if-none-match': '"1"',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'get_project',
    }
    expect(headersFor(given)).toMatchObject(given)
  })

  it.each([
    ['only-if-cached', undefined],
    ['no-cache, max-age=0', undefined],
    ['no-transformation', undefined],
    ['max-age=0, No-Transform ,only-if-cached', 'no-transform'],
  ])('keeps only no-transform of Cache-Control: %s', (given, expected) => {
    expect(headersFor({ 'cache-control': given })['cache-control']).toBe(expected)
  })

  it('removes the mark of a shared read', () => {
    expect(kept(SHARED_READ_HEADERS)).toEqual([])
  })

  it('keeps the headers that name the page of a request', () => {
    const given = {
      origin: 'https://landscape.example',
      'sec-fetch-site': 'same-origin',
      'access-control-request-method': 'PUT',
    }
    expect(headersFor(given)).toMatchObject(given)
  })

  it('sets no x-forwarded-host without a host', () => {
    expect(headersFor({ accept: '*/*' })).not.toHaveProperty('x-forwarded-host')
  })

  it('replaces forwarding headers and the request id', () => {
    const given = {
      host: 'landscape.example',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
      'x-request-id': 'forged',
    }
    expect(headersFor(given)).toEqual({
      host: 'landscape.example',
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'landscape.example',
      'x-request-id': 'request-1',
    })
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
    'user-agent',
    'traceparent',
    'tracestate',
    'x-anything-new',
  ])('removes the client header %s', (name) => {
    expect(kept({ accept: '*/*', [name]: 'forged' })).toEqual(['accept'])
  })

  it('removes headers that Connection names, except framing headers', () => {
    const given = {
      host: 'landscape.example',
      connection: 'close, If-Match, Content-Length, transfer-encoding, HOST',
      'if-match': '"1"',
      'content-length': '3',
    }
    expect(kept(given)).toEqual(['host', 'content-length'])
    const chunked = { connection: 'transfer-encoding', 'transfer-encoding': 'chunked' }
    expect(kept(chunked)).toEqual(['transfer-encoding'])
  })

  it.each([
    ['githubUserToken=a', 'githubUserToken=a'],
    [
      'AWSALB=1; githubUserToken=a;scmUserToken=b=c; x=1;  scmSignIn=d',
      'githubUserToken=a; scmUserToken=b=c; scmSignIn=d',
    ],
    ['xgithubUserToken=a; GITHUBUSERTOKEN=b; githubUserToken; =githubUserToken', 'githubUserToken'],
    ['AWSELBAuthSessionCookie-0=secret', undefined],
    ['', undefined],
    [undefined, undefined],
  ])("keeps only the assistant's cookies: %j as %j", (cookie, forwarded) => {
    expect(headersFor({ cookie }, 'assistant').cookie).toBe(forwarded)
    expect(headersFor({ cookie }, 'gateway').cookie).toBe(forwarded)
  })

  it.each(['projects', 'data', 'admin-review'])('forwards no cookie to %s', (service) => {
    expect(kept({ cookie: 'githubUserToken=a' }, service)).toEqual([])
    expect(kept({ cookie: 'githubUserToken=a' }, 'unknown')).toEqual([])
  })
})

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
  ])('removes the hop-by-hop header %s', (name) => {
    const headers = { [name]: 'x' }
    cleanResponseHeaders(headers)
    expect(headers).toEqual({})
  })

  it('keeps framing headers that Connection names', () => {
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
      'x-landscape-audience': 'signed-in',
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
