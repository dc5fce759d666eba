import { describe, expect, it } from '@jest/globals'
import { cacheClaims } from './cache-claims.ts'

const START_S = 1_700_000_000

/** A caching verifier, the tokens that it verified, and a clock in seconds. */
function cached(verifyToken = async (token: string) => ({ sub: token, exp: START_S + 60 })) {
  const verified: string[] = []
  let seconds = START_S
  const { verify, clear } = cacheClaims(
    (token) => {
      verified.push(token)
      return verifyToken(token)
    },
    () => seconds * 1_000,
  )
  return { verify, clear, verified, advance: (more: number) => (seconds += more) }
}

describe('cacheClaims', () => {
  it('verifies each token once until it expires', async () => {
    const { verify, verified, advance } = cached()
    const first = await verify('a')
    advance(59)
    expect(await verify('a')).toBe(first)
    expect(await verify('b')).toMatchObject({ sub: 'b' })
    expect(verified).toEqual(['a', 'b'])
    advance(1)
    await verify('a')
    expect(verified).toEqual(['a', 'b', 'a'])
  })

  it('shares one verification among concurrent uses of a token', async () => {
    const { verify, verified } = cached()
    const claims = await Promise.all([verify('a'), verify('a'), verify('b')])
    expect(claims.map(({ sub }) => sub)).toEqual(['a', 'a', 'b'])
    expect(verified).toEqual(['a', 'b'])
  })

  it('verifies a token again after a failure', async () => {
    let isBroken = true
    const { verify, verified } = cached(async (token) => {
      if (isBroken) throw new Error('forged')
      return { sub: token, exp: START_S + 60 }
    })
    await expect(verify('a')).rejects.toThrow('forged')
    await expect(verify('a')).rejects.toThrow('forged')
    isBroken = false
    expect(await verify('a')).toMatchObject({ sub: 'a' })
    expect(verified).toHaveLength(3)
  })

  it('verifies a token again after it was cleared', async () => {
    const { verify, clear, verified } = cached()
    await verify('a')
    clear()
    await verify('a')
    expect(verified).toEqual(['a', 'a'])
  })

  it('does not cache a verification that began before it was cleared', async () => {
    const held = Promise.withResolvers<void>()
    const { verify, clear, verified } = cached(async (token) => {
      await held.promise
      return { sub: token, exp: START_S + 60 }
    })
    const first = verify('a')
    clear()
    held.resolve()
    await first
    await verify('a')
    expect(verified).toEqual(['a', 'a'])
  })

  it('verifies an expired token again by the system clock', async () => {
    let verified = 0
    const { verify } = cacheClaims(async () => {
      verified++
      return { sub: 'a', exp: Date.now() / 1_000 + (verified === 1 ? -1 : 60) }
    })
    await verify('a')
    await verify('a')
    await verify('a')
    expect(verified).toBe(2)
  })

  it('rejects a token of more than 16 KB without verifying it', async () => {
    const { verify, verified } = cached()
    await verify('x'.repeat(16_384))
    await expect(verify('x'.repeat(16_385))).rejects.toThrow('token too long')
    expect(verified).toHaveLength(1)
  })
})
