import { describe, expect, it } from '@jest/globals'
import { cacheClaims } from './cache-claims.ts'

const START_S = 1_700_000_000

/** A remembered verifier, what it asked, and a clock in seconds. */
function remembered(answer = async (token: string) => ({ sub: token, exp: START_S + 60 })) {
  const asked: string[] = []
  let seconds = START_S
  const verify = cacheClaims(
    (token) => {
      asked.push(token)
      return answer(token)
    },
    () => seconds * 1_000,
  )
  return { verify, asked, pass: (more: number) => (seconds += more) }
}

describe('cacheClaims', () => {
  it('verifies each token once until it expires', async () => {
    const { verify, asked, pass } = remembered()
    const first = await verify('a')
    pass(59)
    expect(await verify('a')).toBe(first)
    expect(await verify('b')).toMatchObject({ sub: 'b' })
    expect(asked).toEqual(['a', 'b'])
    pass(1)
    await verify('a')
    expect(asked).toEqual(['a', 'b', 'a'])
  })

  it('lets concurrent first uses share one verification, of the same token only', async () => {
    const { verify, asked } = remembered()
    const claims = await Promise.all([verify('a'), verify('a'), verify('b')])
    expect(claims.map(({ sub }) => sub)).toEqual(['a', 'a', 'b'])
    expect(asked).toEqual(['a', 'b'])
  })

  it('keeps no failure: the next use is judged again', async () => {
    let isBroken = true
    const { verify, asked } = remembered(async (token) => {
      if (isBroken) throw new Error('forged')
      return { sub: token, exp: START_S + 60 }
    })
    await expect(verify('a')).rejects.toThrow('forged')
    await expect(verify('a')).rejects.toThrow('forged')
    isBroken = false
    expect(await verify('a')).toMatchObject({ sub: 'a' })
    expect(asked).toHaveLength(3)
  })

  it('judges a token again by the clock of the machine once it has expired', async () => {
    let asked = 0
    const verify = cacheClaims(async () => {
      asked++
      return { sub: 'a', exp: Date.now() / 1_000 + (asked === 1 ? -1 : 60) }
    })
    await verify('a')
    await verify('a')
    await verify('a')
    expect(asked).toBe(2)
  })

  it('refuses a token of more than 16 KB without looking at it', async () => {
    const { verify, asked } = remembered()
    await verify('x'.repeat(16_384))
    await expect(verify('x'.repeat(16_385))).rejects.toThrow('token too long')
    expect(asked).toHaveLength(1)
  })
})
