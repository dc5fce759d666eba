import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { JwtWithoutValidKidError } from 'aws-jwt-verify/error'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import { createPublicKeys } from './public-keys.ts'
import { tokenError } from './token-error.ts'

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const kidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const kid = kidOf(0)
const rsa = { kty: 'RSA', kid, n: 'AQAB', e: 'AQAB', use: 'sig', alg: 'RS256' }
const setOf = (...keys: object[]) => JSON.stringify({ keys })
const token = (id: unknown = kid) => ({ header: { alg: 'ES256', kid: id }, payload: {} }) as never

let server: Server
let url: string
let requested: string[]
let reply: { status: number; body: string }
let listener: RequestListener
beforeEach(async () => {
  requested = []
  reply = { status: 200, body: pem }
  listener = (_req, res) => res.writeHead(reply.status).end(reply.body)
  server = createServer((req, res) => {
    requested.push(req.url ?? '')
    listener(req, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const open = (penaltyMs = 0) => createPublicKeys({ idpKeys: () => `${url}/set`, penaltyMs })
/** The error code that a client receives: `unauthenticated` is 401, `unavailable` is 503. */
const codeOf = (key: Promise<unknown>) =>
  key.then(
    () => 'found',
    (error: unknown) => tokenError(error).code,
  )
const stateOf = (check: () => Promise<unknown>) =>
  check().then(
    () => 'ok',
    ({ message }: Error) => message,
  )

describe("the load balancer's keys", () => {
  const keyOf = (n = 0, { loadBalancer } = open()) => loadBalancer.getJwk(url, token(kidOf(n)))

  it('are fetched once for concurrent callers, each from its own address', async () => {
    const keys = open()
    const [first, second] = await Promise.all([keyOf(1, keys), keyOf(1, keys)])
    expect(first).toMatchObject({ kty: 'EC', use: 'sig', alg: 'ES256', kid: kidOf(1) })
    expect(second).toEqual(first)
    expect(requested).toEqual([`/${kidOf(1)}`])
  })

  it.each([null, 7, '', '../../other', kid.slice(1), `${kid}0`, kid.replace('0', 'g')])(
    'are not fetched for the malformed id %j',
    async (malformed) => {
      const key = open().loadBalancer.getJwk(url, token(malformed))
      await expect(key).rejects.toThrow(JwtWithoutValidKidError)
      expect(requested).toEqual([])
    },
  )

  it('are remembered as unknown after a 404, which is not a fault of the server', async () => {
    const keys = open()
    reply = { status: 404, body: '' }
    expect(await codeOf(keyOf(1, keys))).toBe('unauthenticated')
    expect(await codeOf(keyOf(1, keys))).toBe('unauthenticated')
    expect(requested).toHaveLength(1)
    expect(await codeOf(keyOf(2, keys))).toBe('unauthenticated')
    expect(await stateOf(keys.checks['load-balancer'])).toBe('ok')
  })

  it.each([
    [403, pem, 'ok'],
    [429, pem, 'ok'],
    [500, pem, 'keys cannot be fetched'],
    [200, '<html>', 'ok'],
  ])('are unavailable, not unknown, after %i %j', async (status, body, state) => {
    const keys = open()
    reply = { status, body }
    expect(await codeOf(keyOf(1, keys))).toBe('unavailable')
    expect(await stateOf(keys.checks['load-balancer'])).toBe(state)
    reply = { status: 200, body: pem }
    expect(await codeOf(keyOf(1, keys))).toBe('found')
    expect(await stateOf(keys.checks['load-balancer'])).toBe('ok')
  })

  it('are fetched at most twenty at a time', async () => {
    const keys = open()
    const held = Promise.withResolvers<void>()
    listener = (_req, res) => void held.promise.then(() => res.end(pem))
    const first = Array.from({ length: 20 }, (_, n) => keyOf(n, keys))
    await expect(keyOf(20, keys)).rejects.toThrow('too many concurrent fetches')
    held.resolve()
    await Promise.all(first)
    expect(await codeOf(keyOf(20, keys))).toBe('found')
    expect(requested).toHaveLength(21)
  })

  it('stay cached, up to fifty, while keys of others are fetched and the server fails', async () => {
    const keys = open()
    for (let n = 0; n <= 50; n++) await keyOf(n, keys)
    reply = { status: 500, body: '' }
    expect(await codeOf(keyOf(1, keys))).toBe('found')
    expect(await codeOf(keyOf(0, keys))).toBe('unavailable')
  })
})

describe("the identity provider's keys", () => {
  const keyOf = (keys = open()) => keys.identityProvider.getJwk('https://derived.example', token())

  it('are fetched from the configured address, and once for concurrent callers', async () => {
    reply.body = setOf(rsa)
    const keys = open()
    expect(await Promise.all([keyOf(keys), keyOf(keys)])).toMatchObject([{ kid }, { kid }])
    expect(requested).toEqual(['/set'])
  })

  it.each([
    [200, '{"keys":"none"}'],
    [200, '{}'],
    [200, 'no JSON'],
    [200, setOf()],
    [200, 'x'.repeat(1_000_001)],
    [302, setOf(rsa)],
    [404, setOf(rsa)],
    [503, setOf(rsa)],
  ])('are unavailable after %i %.20s', async (status, body) => {
    listener = (_req, res) => res.writeHead(status, { location: '/elsewhere' }).end(body)
    expect(await codeOf(keyOf())).toBe('unavailable')
    expect(requested).toEqual(['/set'])
  })

  it('stay valid while the server fails or returns an empty set', async () => {
    const keys = open()
    reply.body = setOf(rsa)
    expect(await codeOf(keyOf(keys))).toBe('found')
    for (const broken of [
      { status: 200, body: setOf() },
      { status: 500, body: '' },
      { status: 404, body: '' },
    ]) {
      reply = broken
      expect(await codeOf(keys.identityProvider.getJwks('x'))).toBe('unavailable')
      expect(await stateOf(keys.checks['identity-provider'])).toBe('keys cannot be fetched')
      expect(await codeOf(keyOf(keys))).toBe('found')
    }
  })

  it('are fetched again for an unknown key id, once for concurrent callers', async () => {
    const keys = open(500)
    reply.body = setOf({ ...rsa, kid: 'older' })
    expect(await codeOf(keyOf(keys))).toBe('unauthenticated')
    reply.body = setOf(rsa)
    const waiting = Promise.all([keyOf(keys), keyOf(keys)].map(codeOf))
    // A fetch without a delay would have arrived before this one.
    await fetch(`${url}/later`)
    expect(requested).toEqual(['/set', '/later'])
    expect(await waiting).toEqual(['found', 'found'])
    expect(requested).toEqual(['/set', '/later', '/set'])
  })

  it('are awaited by at most 200 callers with unknown key ids', async () => {
    const keys = open(500)
    reply.body = setOf({ ...rsa, kid: 'older' })
    for (let round = 0; round < 2; round++) {
      expect(await codeOf(keyOf(keys))).toBe('unauthenticated')
      const codes = await Promise.all(Array.from({ length: 201 }, () => codeOf(keyOf(keys))))
      expect(codes.slice(0, 200)).toEqual(Array(200).fill('unauthenticated'))
      expect(codes[200]).toBe('unavailable')
    }
  })

  it('fail with the address and the cause when nobody listens', async () => {
    server.close()
    await once(server, 'close')
    const failure = await keyOf().catch(String)
    expect(failure).toContain(`${url}/set`)
    expect(failure).toContain('ECONNREFUSED')
    expect(failure).not.toContain('derived.example')
  })
})

describe('metrics of key fetches', () => {
  it('count fetches by source and outcome, and hold the age of the key set', async () => {
    const counted: unknown[] = []
    let age: () => unknown = () => 'none'
    const metrics = {
      counter: () => (labels: unknown) => counted.push(labels),
      reading: ({ read }: { read: () => unknown }) => void (age = read),
    } as unknown as Metrics
    const keys = createPublicKeys({ idpKeys: () => url, metrics })
    await keys.loadBalancer.getJwk(url, token())
    reply = { status: 404, body: '' }
    await codeOf(keys.loadBalancer.getJwk(url, token(kidOf(1))))
    await codeOf(keys.identityProvider.getJwk(url, token()))
    expect(age()).toBeUndefined()
    reply = { status: 200, body: setOf(rsa) }
    await keys.identityProvider.getJwk(url, token())
    expect(age()).toBeGreaterThanOrEqual(0)
    expect(counted).toEqual([
      { keys: 'load balancer', outcome: 'fetched' },
      { keys: 'load balancer', outcome: 'unknown' },
      { keys: 'identity provider', outcome: 'failed' },
      { keys: 'identity provider', outcome: 'fetched' },
    ])
  })
})
