import { describe, expect, it } from '@jest/globals'
import { KEY_SCOPES } from '@landscape/contracts/api-keys'
import type { Identity } from '@landscape/contracts/identity'
import { SignJWT, UnsecuredJWT } from 'jose'
import {
  createIdentitySigner,
  createIdentityVerifier,
  type IdentityRejected,
} from './identity-token.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const OTHER = 'another-secret-of-over-32-characters'
const kim = { subject: 'sub-1', email: 'kim@acme.example', groups: ['admin'] }
interface Times {
  iat?: number
  exp?: number
}

/** A wall clock and a monotonic clock; both change in seconds. */
function fakeClock() {
  let [wall, run] = [Date.UTC(2026, 0, 1), 5_000]
  return {
    now: () => wall,
    monotonic: () => run,
    pass(seconds: number) {
      wall += seconds * 1_000
      run += seconds * 1_000
    },
    set(seconds: number) {
      wall += seconds * 1_000
    },
  }
}
const rejected = expect.objectContaining({ code: 'unauthenticated' })

describe('identity token', () => {
  it('carries the identity from the gateway to the service it is issued to', async () => {
    const token = await createIdentitySigner(SECRET).sign(kim, 'projects')
    expect(await createIdentityVerifier([SECRET], 'projects').verify(token)).toEqual(kim)
  })

  it('is misdirected at another service, and rejected when forged', async () => {
    const data = createIdentityVerifier([SECRET], 'data')
    const token = await createIdentitySigner(SECRET).sign(kim, 'projects')
    await expect(data.verify(token)).rejects.toMatchObject({ code: 'misdirected' })
    const forged = await createIdentitySigner(OTHER).sign(kim, 'projects')
    await expect(data.verify(forged)).rejects.toEqual(rejected)
  })

  it.each([-45, 45])(
    'is accepted while the gateway reuses it, with clocks %i seconds apart',
    async (off) => {
      const clock = fakeClock()
      const signer = createIdentitySigner(SECRET, clock)
      const verifier = () =>
        createIdentityVerifier([SECRET], 'data', { ...clock, now: () => clock.now() + off * 1_000 })
      const token = await signer.sign(kim, 'data')
      expect(await verifier().verify(token)).toEqual(kim)
      clock.pass(29)
      expect(await signer.sign(kim, 'data')).toBe(token)
      expect(await verifier().verify(token)).toEqual(kim)
    },
  )

  it('is shared by concurrent callers across a change of the second', async () => {
    const clock = fakeClock()
    const signer = createIdentitySigner(SECRET, clock)
    const first = signer.sign(kim, 'data')
    clock.pass(1)
    expect(await signer.sign(kim, 'data')).toBe(await first)
  })

  it('is rejected two minutes after its signature, even when verified before', async () => {
    const clock = fakeClock()
    const token = await createIdentitySigner(SECRET, clock).sign(kim, 'data')
    const verifier = createIdentityVerifier([SECRET], 'data', clock)
    await verifier.verify(token)
    clock.pass(119)
    expect(await verifier.verify(token)).toEqual(kim)
    clock.pass(2)
    await expect(verifier.verify(token)).rejects.toEqual(rejected)
  })

  it('expires in time when the clock is set back', async () => {
    const clock = fakeClock()
    const token = await createIdentitySigner(SECRET, clock).sign(kim, 'data')
    const verifier = createIdentityVerifier([SECRET], 'data', clock)
    await verifier.verify(token)
    clock.set(-3_600)
    clock.pass(121)
    await expect(verifier.verify(token)).rejects.toEqual(rejected)
  })

  it.each([
    ['a lifetime of a year', { iat: 0, exp: 365 * 24 * 3_600 }, 200],
    ['an issue time in the future', { iat: 100, exp: 160 }, 0],
    ['no issue time', { exp: 60 }, 0],
    ['no expiry', { iat: 0 }, 0],
  ])('is rejected with %s', async (_case, { iat, exp }: Times, after) => {
    const clock = fakeClock()
    const seconds = Math.floor(clock.now() / 1_000)
    const jwt = new SignJWT({ email: kim.email, groups: kim.groups })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('landscape-gateway')
      .setSubject('1')
      .setAudience('data')
    if (iat !== undefined) jwt.setIssuedAt(seconds + iat)
    if (exp !== undefined) jwt.setExpirationTime(seconds + exp)
    const token = await jwt.sign(Buffer.from(SECRET))
    clock.pass(after)
    const verifier = createIdentityVerifier([SECRET], 'data', clock)
    await expect(verifier.verify(token)).rejects.toEqual(rejected)
  })

  it('is renewed before it expires when the clock is set back', async () => {
    const clock = fakeClock()
    const signer = createIdentitySigner(SECRET, clock)
    const first = await signer.sign(kim, 'data')
    expect(await signer.sign(kim, 'data')).toBe(first)
    clock.set(-3_600)
    clock.pass(31)
    expect(await signer.sign(kim, 'data')).not.toBe(first)
  })

  it('is accepted with the previous secret and rejected with another one', async () => {
    const token = await createIdentitySigner(OTHER).sign(kim, 'data')
    expect(await createIdentityVerifier([SECRET, OTHER], 'data').verify(token)).toEqual(kim)
    await expect(createIdentityVerifier([SECRET], 'data').verify(token)).rejects.toEqual(rejected)
  })

  it.each(['', 'x', 'a.b.c', 'x'.repeat(20_000)])(
    'is rejected when malformed: %#',
    async (text) => {
      await expect(createIdentityVerifier([SECRET], 'data').verify(text)).rejects.toEqual(rejected)
    },
  )

  it.each(KEY_SCOPES)('carries the scope %s of an API key', async (keyScope) => {
    const signer = createIdentitySigner(SECRET)
    const verifier = createIdentityVerifier([SECRET], 'data')
    await signer.sign(kim, 'data')
    const token = await signer.sign({ ...kim, keyScope }, 'data')
    expect(await verifier.verify(token)).toEqual({ ...kim, keyScope })
  })

  it('is rejected with an unknown scope of an API key', async () => {
    const identity = { ...kim, keyScope: 'everything' } as unknown as Identity
    const token = await createIdentitySigner(SECRET).sign(identity, 'data')
    await expect(createIdentityVerifier([SECRET], 'data').verify(token)).rejects.toEqual(rejected)
  })

  it('is rejected without a signature', async () => {
    const unsigned = new UnsecuredJWT({ email: kim.email, groups: [] })
      .setSubject('1')
      .setIssuer('landscape-gateway')
      .setAudience('data')
      .setExpirationTime('1m')
      .encode()
    await expect(createIdentityVerifier([SECRET], 'data').verify(unsigned)).rejects.toEqual(
      rejected,
    )
  })

  it('is rejected with a reason that the caller does not see', async () => {
    const clock = fakeClock()
    const verifier = createIdentityVerifier([SECRET, OTHER], 'data', clock)
    const signer = createIdentitySigner(OTHER, clock)
    const reasonOf = (token: string) =>
      verifier.verify(token).catch(({ message, reason }: IdentityRejected) => [message, reason])
    const otherSigner = createIdentitySigner('a-third-secret-of-over-32-characters', clock)
    expect(await reasonOf('x')).toEqual(['Not authorized', 'form'])
    expect(await reasonOf(await otherSigner.sign(kim, 'data'))).toEqual([
      'Not authorized',
      'signature',
    ])
    expect(await reasonOf(await signer.sign(kim, 'projects'))).toEqual([
      expect.any(String),
      'audience',
    ])
    const token = await signer.sign(kim, 'data')
    clock.set(-100)
    expect(await reasonOf(token)).toEqual(['Not authorized', 'not yet valid'])
    clock.set(300)
    expect(await reasonOf(token)).toEqual(['Not authorized', 'expired'])
  })
})
