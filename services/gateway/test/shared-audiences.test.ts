import { SIGNED_IN_IDENTITY } from '@landscape/runtime/identity/gateway-identity'
import { createIdentityVerifier, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { afterAll, describe, expect, it } from '@jest/globals'
import { identifyBy } from '../src/authenticate/identify.ts'
import { byToken } from '../src/authenticate/provider.ts'
import { prefixesWith } from '../src/request/prefixes.ts'
import { closeServers, SECRET } from './gateway-fixture.ts'
import { startSharedReads } from './shared-reads-fixture.ts'

afterAll(closeServers)

const PATH = '/api/csv'
const HEALTH = '/api/health'
const MARKED = {
  'cache-control': 'private, no-cache',
  'x-landscape-audience': 'signed-in',
  vary: 'Accept, Accept-Encoding, Cookie',
  etag: 'W/"contacts"',
}
const OPEN = { 'cache-control': 'public, no-cache', vary: 'Accept, Accept-Encoding' }
const [KIM, LEE] = [{ authorization: 'kim' }, { authorization: 'lee' }]

/** Starts a gateway whose service returns contacts to requests with an identity. */
async function startContacts() {
  const valid = new Set(['kim', 'lee'])
  const verify = async (token: string) => {
    if (!valid.has(token)) throw new DomainError('unauthenticated', 'Not authorized')
    return { sub: token, exp: 0 }
  }
  const started = await startSharedReads({
    prefixes: prefixesWith(['/api'], false),
    identify: identifyBy([
      byToken('token', verify, ({ sub }) => {
        return { subject: sub, email: `${sub}@acme.example`, groups: [] }
      }),
    ]),
  })
  started.script.instead = (req, res) => {
    const isSignedIn = req.headers[IDENTITY_HEADER] !== undefined
    const text = isSignedIn ? 'contacts' : 'none'
    const headers = isSignedIn ? MARKED : { ...OPEN, etag: 'W/"none"' }
    const isKnown = req.headers['if-none-match'] === headers.etag
    if (isKnown) res.writeHead(304, headers).end()
    else res.writeHead(200, { ...headers, 'content-length': text.length }).end(text)
  }
  const read = async (own: Record<string, string> = {}) => started.get(own, PATH)
  return { ...started, read, revoke: (token: string) => valid.delete(token) }
}

describe('a state of an instant', () => {
  it('is shared by concurrent anonymous callers and stored by nobody', async () => {
    const { get, received, script } = await startSharedReads()
    let states = 0
    script.instead = (_req, res) => {
      const text = `state ${++states}`
      const marks = { 'cache-control': 'no-store', 'x-landscape-audience': 'anonymous' }
      res.writeHead(200, { ...marks, 'content-length': text.length }).end(text)
    }
    for (let n = 0; n < 2; n++) await get({}, HEALTH)
    received.length = 0
    const known = { 'if-none-match': '*' }
    const responses = await Promise.all(Array.from({ length: 20 }, () => get(known, HEALTH)))
    for (const { status, headers } of responses) {
      expect([status, headers['cache-control'], headers['etag']]).toEqual([
        200,
        'no-store',
        undefined,
      ])
      expect(headers).not.toHaveProperty('x-landscape-audience')
    }
    expect(received.length).toBeLessThan(20)
    const before = states
    expect((await get({}, HEALTH)).text).toBe(`state ${before + 1}`)
  })
})

describe('a response for all signed-in callers', () => {
  it('is shared by them under an identity that names no person', async () => {
    const { read, received } = await startContacts()
    await read(KIM)
    await read(LEE)
    received.length = 0
    const responses = await Promise.all([KIM, LEE, KIM, LEE].map(read))
    for (const { status, text, headers } of responses) {
      expect([status, text]).toEqual([200, 'contacts'])
      expect(headers['cache-control']).toBe('private, no-cache')
      expect(headers['vary']).toContain('Cookie')
      expect(headers).not.toHaveProperty('x-landscape-audience')
    }
    expect(received.length).toBeLessThan(4)
    const verifier = createIdentityVerifier([SECRET], 'data')
    for (const { headers } of received) {
      expect(headers).not.toHaveProperty('x-forwarded-for')
      expect(await verifier.verify(String(headers[IDENTITY_HEADER]))).toEqual(SIGNED_IN_IDENTITY)
    }
  })

  it('is never returned to a caller without a verified token', async () => {
    const { read } = await startContacts()
    const forged = { authorization: 'forged' }
    const injected = { [IDENTITY_HEADER]: 'x', 'x-landscape-audience': 'signed-in' }
    const known = { 'if-none-match': MARKED.etag }
    for (let round = 0; round < 5; round++) {
      const anonymous = [{}, forged, injected, { ...forged, ...injected }, known]
      const callers = [KIM, ...anonymous, LEE, ...anonymous, KIM]
      const responses = await Promise.all(callers.map(read))
      responses.forEach(({ status, text, headers }, caller) => {
        const { authorization } = callers[caller] as Partial<typeof KIM>
        const isSignedIn = authorization === 'kim' || authorization === 'lee'
        expect([status, text]).toEqual([200, isSignedIn ? 'contacts' : 'none'])
        expect(headers['cache-control']).toMatch(isSignedIn ? /^private/ : /^public/)
      })
    }
  })

  it('is not returned to a caller whose token became invalid', async () => {
    const { read, revoke } = await startContacts()
    for (let n = 0; n < 3; n++) expect((await read(LEE)).text).toBe('contacts')
    revoke('lee')
    const [revoked, other] = await Promise.all([read(LEE), read(KIM)])
    expect([revoked.text, other.text]).toEqual(['none', 'contacts'])
  })

  it('is requested for each caller when the service does not mark it', async () => {
    const { read, received, script } = await startContacts()
    script.instead = (req, res) => {
      const { 'x-landscape-audience': _mark, ...headers } = MARKED
      const isShared = req.headers['x-forwarded-for'] === undefined
      res.writeHead(200, { ...headers, 'content-length': 4 }).end(isShared ? 'ours' : 'mine')
    }
    for (let n = 0; n < 4; n++) expect((await read(KIM)).text).toBe('mine')
    expect(received.map(({ headers }) => headers['x-forwarded-for'])).toEqual(
      Array(4).fill('127.0.0.1'),
    )
  })
})
