import { describe, expect, it } from '@jest/globals'
import { JwtWithoutValidKidError } from 'aws-jwt-verify/error'
import { KeySetCache } from './key-set-cache.ts'

const uri = 'https://idp.example/keys'
const rsa = { kty: 'RSA', kid: 'one', n: 'AQAB', e: 'AQAB', use: 'sig', alg: 'RS256' }
const ec = { kty: 'EC', kid: 'two', crv: 'P-256', x: 'AQAB', y: 'AQAB', use: 'sig', alg: 'ES256' }
const { alg: _alg, use: _use, ...bare } = rsa

/** The key of a token that the provider with these keys issued; counts the fetches. */
async function keyOf(keys: object[], header: object) {
  const fetch = async () => Buffer.from(JSON.stringify({ keys })) as unknown as ArrayBuffer
  const cache = new KeySetCache({ fetcher: { fetch } })
  return (await cache.getJwk(uri, { header, payload: {} } as never)).kid
}

describe('KeySetCache', () => {
  it.each([
    ['the only key', [rsa]],
    ['the only key of the algorithm', [ec, rsa, { ...rsa, kid: 'three', alg: 'RS512' }]],
    ['the only key for signatures', [{ ...rsa, kid: 'three', use: 'enc' }, rsa]],
    ['the only key, which names no algorithm', [bare]],
  ])('returns %s for a token without a key id', async (_what, keys) => {
    expect(await keyOf(keys, { alg: 'RS256' })).toBe('one')
  })

  it.each([
    ['several keys fit', [rsa, { ...rsa, kid: 'three' }], 'RS256'],
    ['no key fits', [ec], 'RS256'],
    ['the algorithm is not one of signatures by keys', [rsa], 'HS256'],
    ['the algorithm is a member of every object', [bare], 'constructor'],
  ])('rejects a token without a key id when %s', async (_what, keys, alg) => {
    await expect(keyOf(keys, { alg })).rejects.toThrow(JwtWithoutValidKidError)
  })

  it('does not replace the id of a token', async () => {
    expect(await keyOf([rsa, ec], { alg: 'ES256', kid: 'two' })).toBe('two')
    await expect(keyOf([rsa], { alg: 'RS256', kid: 'other' })).rejects.toThrow('not found')
    await expect(keyOf([rsa], { alg: 'RS256', kid: null })).rejects.toThrow('kid')
  })
})
