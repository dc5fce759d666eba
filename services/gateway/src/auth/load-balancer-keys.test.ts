import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import {
  FetchError,
  JwksNotAvailableInCacheError,
  JwtWithoutValidKidError,
  KidNotFoundInJwksError,
} from 'aws-jwt-verify/error'
import { createLoadBalancerKeys } from './load-balancer-keys.ts'

const BASE = 'https://keys.example'
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }))
const kidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const token = (kid: unknown) => ({ header: { alg: 'ES256', kid }, payload: {} }) as never

/** A cache of keys and what it asked for; `answer` is what the key server says. */
function keysOf(answer: (address: string) => Promise<Buffer>) {
  const asked: string[] = []
  const keys = createLoadBalancerKeys({
    fetch: async (address) => {
      asked.push(address)
      return (await answer(address)).buffer as ArrayBuffer
    },
  })
  return { keys, asked }
}
const exact = (bytes: Buffer) => Buffer.from(Uint8Array.from(bytes).buffer)
const known = async () => exact(pem)

describe("the load balancer's keys", () => {
  it('are fetched once, each at its own address, for all spellings of an id', async () => {
    const { keys, asked } = keysOf(known)
    const kid = 'ABCDEF00-0000-4000-8000-000000000001'
    const [first, second] = await Promise.all([
      keys.getJwk(BASE, token(kid)),
      keys.getJwk(BASE, token(kid.toLowerCase())),
    ])
    expect(second).toBe(first)
    expect(first).toMatchObject({ kty: 'EC', use: 'sig', alg: 'ES256', kid: kid.toLowerCase() })
    expect(await keys.getJwk(BASE, token(kid))).toBe(first)
    expect(keys.getCachedJwk(BASE, token(kid))).toBe(first)
    expect(asked).toEqual([`${BASE}/${kid.toLowerCase()}`])
  })

  it.each([
    undefined,
    7,
    '',
    '../../other',
    kidOf(1).slice(1),
    `${kidOf(1)}0`,
    `x${kidOf(1)}`,
    [kidOf(1)],
    kidOf(1).replaceAll('-', ''),
    kidOf(1).replace('0', 'g'),
  ])('are not asked for by the id %j', async (kid) => {
    const { keys, asked } = keysOf(known)
    await expect(keys.getJwk(BASE, token(kid))).rejects.toThrow(JwtWithoutValidKidError)
    expect(() => keys.getCachedJwk(BASE, token(kid))).toThrow('key id is not a UUID')
    expect(asked).toEqual([])
  })

  it('that do not exist are remembered; a failure says nothing and is not', async () => {
    let failure: Error = new FetchError(BASE, 'away')
    const { keys, asked } = keysOf(async () => {
      throw failure
    })
    await expect(keys.getJwk(BASE, token(kidOf(1)))).rejects.toBe(failure)
    failure = new KidNotFoundInJwksError('first')
    await expect(keys.getJwk(BASE, token(kidOf(1)))).rejects.toBe(failure)
    await expect(keys.getJwk(BASE, token(kidOf(1)))).rejects.toThrow('no such key')
    expect(asked).toHaveLength(2)
    await expect(keys.getJwk(BASE, token(kidOf(2)))).rejects.toBe(failure)
  })

  it('are fetched twenty at a time at most; who waits for one of these still gets it', async () => {
    const held = Promise.withResolvers<void>()
    const { keys, asked } = keysOf(async () => {
      await held.promise
      return known()
    })
    const first = Array.from({ length: 20 }, (_, n) => keys.getJwk(BASE, token(kidOf(n))))
    await expect(keys.getJwk(BASE, token(kidOf(20)))).rejects.toThrow(FetchError)
    const joined = keys.getJwk(BASE, token(kidOf(0)))
    held.resolve()
    expect(await joined).toBe(await first[0])
    await Promise.all(first)
    expect(await keys.getJwk(BASE, token(kidOf(20)))).toMatchObject({ kty: 'EC' })
    expect(asked).toHaveLength(21)
  })

  it('are kept, though foreign ones are asked for, fifty at most', async () => {
    const { keys } = keysOf(known)
    for (let n = 0; n < 50; n++) await keys.getJwk(BASE, token(kidOf(n)))
    expect(keys.getCachedJwk(BASE, token(kidOf(0)))).toMatchObject({ kid: kidOf(0) })
    await keys.getJwk(BASE, token(kidOf(50)))
    await keys.getJwk(BASE, token(kidOf(51)))
    expect(() => keys.getCachedJwk(BASE, token(kidOf(1)))).toThrow(JwksNotAvailableInCacheError)
  })

  it('that are no keys are a failure of the key server', async () => {
    const { keys } = keysOf(async () => exact(Buffer.from('<html>')))
    await expect(keys.getJwk(BASE, token(kidOf(1)))).rejects.toThrow(FetchError)
  })

  it('come one at a time only', async () => {
    const { keys } = keysOf(known)
    await expect(keys.getJwks(BASE)).rejects.toThrow('one key at a time')
  })
})
