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

/** Signs any claims with the secret. */
function signed(payload: Record<string, unknown>, alg = 'HS256'): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg }).sign(Buffer.from(SECRET.padEnd(64, '-')))
}

/** A verifier with a fake clock. */
function serviceAt() {
  let passed = 0
  const clocks = { now: () => (START_S + passed) * 1_000, monotonic: () => passed * 1_000 }
  const verifier = createIdentityVerifier([SECRET.padEnd(64, '-')], 'data', clocks)
  const pass = (seconds: number) => (passed += seconds)
  return { verifier, clocks, pass }
}

describe('a token with a valid signature', () => {
  it('is accepted with all claims', async () => {
    expect(await serviceAt().verifier.verify(await signed(claims))).toEqual(kim)
  })

  it.each([
    ['no subject', { sub: undefined }],
    ['a subject other than a string', { sub: 7 }],
    ['no issue time', { iat: undefined }],
    ['no e-mail address', { email: undefined }],
    ['an e-mail address other than a string', { email: ['kim@acme.example'] }],
    ['no groups', { groups: undefined }],
    ['groups other than an array', { groups: 'admin' }],
    ['an unknown scope', { key_scope: 'everything' }],
    ['no issuer', { iss: undefined }],
    ['another issuer', { iss: 'somebody' }],
  ])('is rejected with %s', async (_case, change) => {
    const token = await signed({ ...claims, ...change })
    await expect(serviceAt().verifier.verify(token)).rejects.toMatchObject({
      code: 'unauthenticated',
      reason: 'claims',
    })
  })

  it('is rejected with another algorithm', async () => {
    const token = await signed(claims, 'HS512')
    await expect(serviceAt().verifier.verify(token)).rejects.toMatchObject({ reason: 'form' })
  })

  it('is verified once until it expires', async () => {
    const { verifier, pass } = serviceAt()
    const token = await signed(claims)
    const first = await verifier.verify(token)
    pass(119)
    expect(await verifier.verify(token)).toBe(first)
    pass(1)
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'expired' })
  })

  it('is verified once with the clocks of the machine', async () => {
    const verifier = createIdentityVerifier([SECRET], 'data')
    const token = await createIdentitySigner(SECRET).sign(kim, 'data')
    expect(await verifier.verify(token)).toBe(await verifier.verify(token))
  })

  it('is cached for two minutes when its expiry is later', async () => {
    const { verifier, pass } = serviceAt()
    const token = await signed({ ...claims, exp: START_S + 86_400 })
    await verifier.verify(token)
    pass(121)
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'expired' })
  })

  it('is cached until its expiry when that is earlier', async () => {
    const { verifier, pass } = serviceAt()
    const token = await signed({ ...claims, exp: START_S + 5 })
    await verifier.verify(token)
    pass(66)
    await expect(verifier.verify(token)).rejects.toMatchObject({ reason: 'expired' })
  })
})

describe('a signed identity', () => {
  it('is reused for 30 s for the same caller and service only', async () => {
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

describe('the headers between gateway and services', () => {
  it('keep their names for replicas of different versions', () => {
    expect([IDENTITY_HEADER, SERVICE_HEADER]).toEqual([
      'x-landscape-identity',
      'x-landscape-service',
    ])
  })
})

describe('misdirected', () => {
  it('creates the error for a request to another service', () => {
    expect(misdirected()).toMatchObject({
      code: 'misdirected',
      message: 'This request is meant for another service',
    })
  })
})
