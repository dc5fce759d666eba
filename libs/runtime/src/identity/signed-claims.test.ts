import { describe, expect, it } from '@jest/globals'
import { SignJWT } from 'jose'
import {
  createIdentitySigner,
  createIdentityVerifier,
  IDENTITY_HEADER,
  misdirected,
  SERVICE_HEADER,
} from './identity-token.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const kim = { subject: 'sub-1', email: 'kim@acme.example', groups: ['admin'] }
const START_S = Date.UTC(2026, 0, 1) / 1_000
const claims = {
  iss: 'landscape-gateway',
  sub: kim.subject,
  aud: 'data',
  iat: START_S,
  exp: START_S + 60,
  email: kim.email,
  groups: kim.groups,
}

/** What somebody who holds the secret, but is not the gateway's code, could sign. */
function signed(payload: Record<string, unknown>, alg = 'HS256'): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg }).sign(Buffer.from(SECRET.padEnd(64, '-')))
}

/** A service, and seconds that pass for it. */
function serviceAt() {
  let passed = 0
  const clocks = { now: () => (START_S + passed) * 1_000, monotonic: () => passed * 1_000 }
  const verifier = createIdentityVerifier([SECRET.padEnd(64, '-')], 'data', clocks)
  const pass = (seconds: number) => (passed += seconds)
  return { verifier, clocks, pass }
}

describe('a token with a right signature', () => {
  it('is believed with all claims', async () => {
    expect(await serviceAt().verifier.verify(await signed(claims))).toEqual(kim)
  })

  it.each([
    ['no subject', { sub: undefined }],
    ['a subject that is no text', { sub: 7 }],
    ['no beginning', { iat: undefined }],
    ['no e-mail address', { email: undefined }],
    ['an e-mail address that is no text', { email: ['kim@acme.example'] }],
    ['no groups', { groups: undefined }],
    ['groups that are a text', { groups: 'admin' }],
    ['no issuer', { iss: undefined }],
    ['another issuer', { iss: 'somebody' }],
  ])('is refused with %s', async (_what, change) => {
    const token = await signed({ ...claims, ...change })
    await expect(serviceAt().verifier.verify(token)).rejects.toMatchObject({
      code: 'unauthenticated',
      reason: 'claims',
    })
  })

  it('is refused when it was made with another algorithm', async () => {
    const token = await signed(claims, 'HS512')
    await expect(serviceAt().verifier.verify(token)).rejects.toMatchObject({ reason: 'form' })
  })

  it('is verified once, and not again before it ends', async () => {
    const { verifier, pass } = serviceAt()
    const token = await signed(claims)
    const first = await verifier.verify(token)
    pass(119)
    expect(await verifier.verify(token)).toBe(first)
    pass(1)
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'expired' })
  })

  it('is verified once by the clocks of the machine, too', async () => {
    const verifier = createIdentityVerifier([SECRET], 'data')
    const token = await createIdentitySigner(SECRET).sign(kim, 'data')
    expect(await verifier.verify(token)).toBe(await verifier.verify(token))
  })

  it('is kept for two minutes, however late it says that it ends', async () => {
    const { verifier, pass } = serviceAt()
    const token = await signed({ ...claims, exp: START_S + 86_400 })
    await verifier.verify(token)
    pass(121)
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'expired' })
  })

  it('is kept no longer than it says', async () => {
    const { verifier, pass } = serviceAt()
    const token = await signed({ ...claims, exp: START_S + 5 })
    await verifier.verify(token)
    pass(66)
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'expired' })
  })
})

describe('a signed identity', () => {
  it('is used again for half a minute, by the same caller for the same service only', async () => {
    const { clocks, pass } = serviceAt()
    const signer = createIdentitySigner(SECRET, clocks)
    const first = await signer.sign(kim, 'data')
    const others = [
      signer.sign({ ...kim, subject: 'sub-2' }, 'data'),
      signer.sign({ ...kim, email: 'alex@acme.example' }, 'data'),
      signer.sign({ ...kim, groups: [] }, 'data'),
      signer.sign(kim, 'projects'),
    ]
    expect(new Set([first, ...(await Promise.all(others))]).size).toBe(5)
    pass(29.9)
    expect(await signer.sign(kim, 'data')).toBe(first)
    pass(0.1)
    expect(await signer.sign(kim, 'data')).not.toBe(first)
  })
})

describe('between replicas of different versions', () => {
  it('the headers keep their names', () => {
    expect([IDENTITY_HEADER, SERVICE_HEADER]).toEqual([
      'x-landscape-identity',
      'x-landscape-service',
    ])
  })
})

describe('misdirected', () => {
  it('says that the request is meant for another service', () => {
    expect(misdirected()).toMatchObject({
      code: 'misdirected',
      message: 'This request is meant for another service',
    })
  })
})
