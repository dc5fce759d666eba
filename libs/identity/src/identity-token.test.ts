import { describe, expect, it } from '@jest/globals'
import { UnsecuredJWT } from 'jose'
import { createIdentitySigner, createIdentityVerifier } from './identity-token.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const OTHER = 'another-secret-of-over-32-characters'
const kim = { subject: 'sub-1', email: 'kim@acme.example', groups: ['admin'] }
const refused = expect.objectContaining({ code: 'unauthenticated' })

describe('identity token', () => {
  it('carries the identity from the gateway to the service it is for', async () => {
    const token = await createIdentitySigner(SECRET).sign(kim, 'projects')
    expect(await createIdentityVerifier([SECRET], 'projects').verify(token)).toEqual(kim)
  })

  it('is sent back by another service, unless somebody else signed it', async () => {
    const data = createIdentityVerifier([SECRET], 'data')
    const token = await createIdentitySigner(SECRET).sign(kim, 'projects')
    await expect(data.verify(token)).rejects.toMatchObject({ code: 'misdirected' })
    const forged = await createIdentitySigner(OTHER).sign(kim, 'projects')
    await expect(data.verify(forged)).rejects.toEqual(refused)
  })

  it('is refused after 60 seconds, also when it was verified before', async () => {
    let now = Date.UTC(2026, 0, 1)
    const token = await createIdentitySigner(SECRET, { now: () => now }).sign(kim, 'data')
    const verifier = createIdentityVerifier([SECRET], 'data', { now: () => now })
    await verifier.verify(token)
    now += 61_000
    await expect(verifier.verify(token)).rejects.toEqual(refused)
  })

  it('is renewed before it expires', async () => {
    let now = Date.UTC(2026, 0, 1)
    const signer = createIdentitySigner(SECRET, { now: () => now })
    const first = await signer.sign(kim, 'data')
    expect(await signer.sign(kim, 'data')).toBe(first)
    now += 31_000
    expect(await signer.sign(kim, 'data')).not.toBe(first)
  })

  it('is accepted with the previous secret during a rotation and refused with a foreign one', async () => {
    const token = await createIdentitySigner(OTHER).sign(kim, 'data')
    expect(await createIdentityVerifier([SECRET, OTHER], 'data').verify(token)).toEqual(kim)
    await expect(createIdentityVerifier([SECRET], 'data').verify(token)).rejects.toEqual(refused)
  })

  it.each(['', 'x', 'a.b.c', 'x'.repeat(20_000)])(
    'is refused when it is no token',
    async (text) => {
      await expect(createIdentityVerifier([SECRET], 'data').verify(text)).rejects.toEqual(refused)
    },
  )

  it('is refused without a signature', async () => {
    const unsigned = new UnsecuredJWT({ email: kim.email, groups: [] })
      .setSubject('1')
      .setIssuer('landscape-gateway')
      .setAudience('data')
      .setExpirationTime('1m')
      .encode()
    await expect(createIdentityVerifier([SECRET], 'data').verify(unsigned)).rejects.toEqual(refused)
  })
})
