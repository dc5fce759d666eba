import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createIdpKeys } from './idp-keys.ts'
import { createLoadBalancerKeys } from './load-balancer-keys.ts'
import { tokenError } from './token-error.ts'

const kid = '00000000-0000-4000-8000-000000000000'
const jwt = { header: { alg: 'ES256', kid }, payload: {} } as never
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
let server: Server
let url: string
let answer: { status: number; body: string }
let asked: number
beforeEach(async () => {
  asked = 0
  server = createServer((_req, res) => {
    asked++
    res.statusCode = answer.status
    res.end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const codeOf = (key: Promise<unknown>) =>
  key.then(
    () => 'found',
    (error: unknown) => tokenError(error).code,
  )

describe("the load balancer's key server", () => {
  it('says with 404 that a key does not exist, which is remembered', async () => {
    const keys = createLoadBalancerKeys()
    answer = { status: 404, body: '' }
    expect(await codeOf(keys.getJwk(url, jwt))).toBe('unauthenticated')
    expect(await codeOf(keys.getJwk(url, jwt))).toBe('unauthenticated')
    expect(asked).toBe(1)
  })

  it.each([403, 429, 500])('says nothing about a key with %i', async (status) => {
    const keys = createLoadBalancerKeys()
    answer = { status, body: '' }
    expect(await codeOf(keys.getJwk(url, jwt))).toBe('unavailable')
    answer = { status: 200, body: pem }
    expect(await codeOf(keys.getJwk(url, jwt))).toBe('found')
  })
})

describe("the identity provider's key server", () => {
  const key = { kty: 'RSA', kid, n: 'AQAB', e: 'AQAB', use: 'sig', alg: 'RS256' }

  it.each(['{"keys":"none"}', '{}', 'no JSON', '<html>'])('says nothing with %s', async (body) => {
    answer = { status: 200, body }
    expect(await codeOf(createIdpKeys(url, 0).getJwk(url, jwt))).toBe('unavailable')
  })

  it('says nothing with an empty set, and known keys stay', async () => {
    const keys = createIdpKeys(url, 0)
    answer = { status: 200, body: '{"keys":[]}' }
    expect(await codeOf(keys.getJwk(url, jwt))).toBe('unavailable')
    answer = { status: 200, body: JSON.stringify({ keys: [key] }) }
    expect(await codeOf(keys.getJwk(url, jwt))).toBe('found')
    answer = { status: 200, body: '{"keys":[]}' }
    expect(await codeOf(keys.getJwks(url))).toBe('unavailable')
    expect(await codeOf(keys.getJwk(url, jwt))).toBe('found')
  })

  it('is not asked again at once after a key id that it does not know, and later by all together', async () => {
    const keys = createIdpKeys(url, 500)
    answer = { status: 200, body: JSON.stringify({ keys: [{ ...key, kid: 'older' }] }) }
    expect(await codeOf(keys.getJwk(url, jwt))).toBe('unauthenticated')
    answer = { status: 200, body: JSON.stringify({ keys: [key] }) }
    const waiting = Promise.all([keys.getJwk(url, jwt), keys.getJwk(url, jwt)].map(codeOf))
    // Whatever had been asked before this question would have come before it.
    await fetch(url)
    expect(asked).toBe(2)
    expect(await waiting).toEqual(['found', 'found'])
    expect(asked).toBe(3)
  })

  it('is waited for by so many at a time and no more', async () => {
    const keys = createIdpKeys(url, 500)
    answer = { status: 200, body: JSON.stringify({ keys: [{ ...key, kid: 'older' }] }) }
    const ask = () => codeOf(keys.getJwk(url, jwt))
    for (let round = 0; round < 2; round++) {
      expect(await ask()).toBe('unauthenticated')
      const codes = await Promise.all(Array.from({ length: 201 }, ask))
      expect(codes.slice(0, 200)).toEqual(Array(200).fill('unauthenticated'))
      expect(codes[200]).toBe('unavailable')
    }
  })
})
