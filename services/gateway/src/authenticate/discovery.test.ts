import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { FetchError } from 'aws-jwt-verify/error'
import { createDiscovery, isEncryptedOrLocal } from './discovery.ts'

let server: Server
let origin: string
let paths: (string | undefined)[]
let reply: { status: number; body: unknown }
const document = (more = {}) => ({
  issuer: origin,
  jwks_uri: `${origin}/keys`,
  end_session_endpoint: `${origin}/end`,
  id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256', 'ES256'],
  ...more,
})
beforeEach(async () => {
  paths = []
  server = createServer((req, res) => {
    paths.push(req.url)
    const { status, body } = reply
    res.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  reply = { status: 200, body: document() }
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

describe('createDiscovery', () => {
  it('reads the document of the issuer once for concurrent and later callers', async () => {
    const discovery = createDiscovery(origin)
    expect(discovery.known()).toBeUndefined()
    const [provider] = await Promise.all([discovery.read(), discovery.read()])
    expect(provider).toEqual({
      keys: `${origin}/keys`,
      algorithms: ['RS256', 'ES256'],
      authorizationEndpoint: undefined,
      tokenEndpoint: undefined,
      endSessionEndpoint: `${origin}/end`,
    })
    expect(await discovery.read()).toBe(provider)
    expect(discovery.known()).toBe(provider)
    expect(paths).toEqual(['/.well-known/openid-configuration'])
  })

  it.each(['/realms/acme', '/realms/acme/'])('reads it below the path %s', async (path) => {
    reply.body = document({ issuer: `${origin}${path}` })
    await createDiscovery(`${origin}${path}`).read()
    expect(paths).toEqual(['/realms/acme/.well-known/openid-configuration'])
  })

  it('reads it again when it is outdated, and keeps the last one after a failure', async () => {
    const discovery = createDiscovery(origin)
    const provider = await discovery.read()
    discovery.expire()
    reply = { status: 503, body: '' }
    await expect(discovery.read()).rejects.toThrow(FetchError)
    expect(discovery.known()).toBe(provider)
    reply = { status: 200, body: document({ jwks_uri: `${origin}/moved` }) }
    expect((await discovery.read()).keys).toBe(`${origin}/moved`)
  })

  it.each<[string, object | string, string]>([
    ['another issuer', { issuer: 'https://other.example' }, 'issuer in the document'],
    ['an issuer with a slash', { issuer: 'slash' }, 'issuer in the document'],
    ['no keys', { jwks_uri: undefined }, 'jwks_uri'],
    ['unencrypted keys', { jwks_uri: 'http://keys.example/' }, 'jwks_uri'],
    ['a file as keys', { jwks_uri: 'file:///etc/passwd' }, 'jwks_uri'],
    [
      'secrets as keys only',
      { id_token_signing_alg_values_supported: ['HS256', 'none'] },
      'id_token_signing_alg_values_supported',
    ],
    [
      'an unencrypted logout',
      { end_session_endpoint: 'http://e.example/' },
      'end_session_endpoint',
    ],
    ['a script as logout', { end_session_endpoint: 'javascript:alert(1)' }, 'end_session_endpoint'],
    ['a page', '<html>', 'the document'],
    ['an array', '[]', 'the document'],
  ])('rejects a document with %s', async (_name, change, fault) => {
    reply.body = typeof change === 'string' ? change : document(change)
    if (reply.body instanceof Object && 'issuer' in reply.body && reply.body.issuer === 'slash')
      reply.body = document({ issuer: `${origin}/` })
    const failure = createDiscovery(origin).read()
    await expect(failure).rejects.toThrow(FetchError)
    await expect(failure).rejects.toThrow(fault)
  })

  it('accepts RS256 when the document names no algorithm', async () => {
    reply.body = document({ id_token_signing_alg_values_supported: undefined })
    expect((await createDiscovery(origin).read()).algorithms).toEqual(['RS256'])
  })
})

describe('isEncryptedOrLocal', () => {
  it.each([
    ['https://id.example', true],
    ['http://127.0.0.1:5010/keys', true],
    ['http://keycloak:8080/realms/acme', true],
    ['http://id.example', false],
    ['http://203.0.113.7', false],
    ['nowhere', false],
  ])('judges %s: %s', (url, expected) => {
    expect(isEncryptedOrLocal(url)).toBe(expected)
  })
})
