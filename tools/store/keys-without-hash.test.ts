import { expect, it } from '@jest/globals'
import { keysWithoutHash } from './keys-without-hash.ts'

it('reports the keys that are neither revoked nor accepted', () => {
  const keys = [
    { id: 'a' },
    { id: 'b' },
    { id: 'c', revokedAt: '2026-11-21T10:00:00Z' },
    { id: 'd' },
  ]
  const hashes = { a: { hash: 'x' }, b: { lastUsed: '2026-11-21' }, c: {} }
  const found = keysWithoutHash(keys, hashes).map(({ path }) => path)
  expect(found).toEqual([
    ['keys', 1],
    ['keys', 3],
  ])
  expect(keysWithoutHash(keys.slice(0, 1), {})).toHaveLength(1)
})
