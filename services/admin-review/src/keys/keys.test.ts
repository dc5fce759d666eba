import { describe, expect, it } from '@jest/globals'
import type { ApiKey, ApiKeysDocument } from '@landscape/contracts/api-keys'
import { acceptedKeys, addKey, revokeKey, stateOf, withHash, withoutHash, withUse } from './keys.ts'

const NOW = Date.parse('2026-11-26T10:00:00.000Z')
const HASH = 'a'.repeat(64)
const STAMP = { by: 'ada@acme.example', now: NOW }
const sent = { id: '00000000000a', name: 'import', scope: 'read', expiresInDays: 30 } as const
const keyOf = (id: string, more: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: id,
  scope: 'read',
  createdBy: 'ada@acme.example',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-12-01T00:00:00.000Z',
  ...more,
})
const EXPIRED = { expiresAt: '2026-11-26T10:00:00.000Z' }
const REVOKED = { revokedBy: 'ada@acme.example', revokedAt: '2026-11-01T00:00:00.000Z' }
const idAt = (i: number) => i.toString(16).padStart(12, '0')
const many = (count: number, more: Partial<ApiKey> = {}): ApiKeysDocument => ({
  keys: Array.from({ length: count }, (_, i) => keyOf(idAt(i), more)),
})

describe('addKey', () => {
  it('appends a key with its author and expiry', () => {
    const { document, key } = addKey(many(1), sent, STAMP)
    expect(document.keys).toEqual([keyOf(idAt(0)), key])
    expect(key).toEqual({
      id: '00000000000a',
      name: 'import',
      scope: 'read',
      createdBy: 'ada@acme.example',
      createdAt: '2026-11-26T10:00:00.000Z',
      expiresAt: '2026-12-26T10:00:00.000Z',
    })
  })

  it('rejects the name of an active key', () => {
    const document = { keys: [keyOf('b', { name: 'import' })] }
    expect(() => addKey(document, sent, STAMP)).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    )
  })

  it.each([EXPIRED, REVOKED])('accepts the name of an inactive key: %j', (more) => {
    const document = { keys: [keyOf('b', { name: 'import', ...more })] }
    expect(addKey(document, sent, STAMP).document.keys).toHaveLength(2)
  })

  it('rejects more than 100 active keys', () => {
    expect(addKey(many(99), sent, STAMP).document.keys).toHaveLength(100)
    expect(() => addKey(many(100), sent, STAMP)).toThrow(
      expect.objectContaining({ code: 'quota-exceeded' }),
    )
  })

  it('removes the oldest inactive keys above 100', () => {
    const { keys } = many(102, REVOKED)
    const active = keyOf('active')
    const { document, key } = addKey({ keys: [active, ...keys] }, sent, STAMP)
    expect(document.keys).toEqual([active, ...keys.slice(2), key])
  })
})

describe('revokeKey', () => {
  it('marks the key with author and time', () => {
    const { document, key } = revokeKey(many(2), idAt(1), STAMP)
    const revoked = { revokedBy: 'ada@acme.example', revokedAt: '2026-11-26T10:00:00.000Z' }
    expect(key).toEqual(keyOf(idAt(1), revoked))
    expect(document.keys).toEqual([keyOf(idAt(0)), key])
  })

  it('leaves a revoked key unchanged', () => {
    const stored = many(1, REVOKED)
    expect(revokeKey(stored, idAt(0), STAMP).document).toBe(stored)
  })

  it('rejects an unknown id', () => {
    expect(() => revokeKey(many(1), 'x', STAMP)).toThrow(
      expect.objectContaining({ code: 'not-found' }),
    )
  })
})

describe('stateOf', () => {
  it.each([
    ['active', {}],
    ['active', { expiresAt: '2026-11-26T10:00:00.001Z' }],
    ['expired', EXPIRED],
    ['revoked', REVOKED],
    ['revoked', { ...REVOKED, ...EXPIRED }],
  ] as const)('returns %s for %j', (state, more) => {
    expect(stateOf(keyOf('a', more), NOW)).toBe(state)
  })
})

describe('acceptedKeys', () => {
  it('returns only active keys with a hash', () => {
    const keys = [
      keyOf('active'),
      keyOf('without-hash'),
      keyOf('expired', EXPIRED),
      keyOf('revoked', REVOKED),
    ]
    const hashes = {
      active: { hash: HASH },
      'without-hash': { lastUsed: '2026-11-01' },
      expired: { hash: HASH },
      revoked: { hash: HASH },
      unknown: { hash: HASH },
    }
    expect(acceptedKeys({ keys }, hashes, NOW)).toEqual({
      keys: [
        {
          id: 'active',
          name: 'active',
          scope: 'read',
          expiresAt: Date.parse('2026-12-01T00:00:00.000Z'),
          hash: HASH,
        },
      ],
    })
  })
})

describe('hashes', () => {
  it('are added, and removed with their keys', () => {
    const stored = { a: { hash: HASH }, b: { hash: HASH } }
    expect(withHash(stored, { id: 'c', hash: HASH, removed: new Set(['a']) })).toEqual({
      b: { hash: HASH },
      c: { hash: HASH },
    })
  })

  it('are removed from a revoked key, whose last use stays', () => {
    const stored = { a: { hash: HASH, lastUsed: '2026-11-01' } }
    expect(withoutHash(stored, 'a')).toEqual({ a: { lastUsed: '2026-11-01' } })
    expect(withoutHash(stored, 'b')).toBe(stored)
  })
})

describe('withUse', () => {
  it('records the day of a use once', () => {
    const first = withUse({ a: { hash: HASH } }, 'a', NOW)
    expect(first).toEqual({ a: { hash: HASH, lastUsed: '2026-11-26' } })
    expect(withUse(first, 'a', NOW + 60_000)).toBe(first)
    expect(withUse(first, 'a', NOW - 86_400_000)).toBe(first)
  })

  it.each(['a', 'b'])('ignores a key without a hash: %s', (id) => {
    const stored = { a: { lastUsed: '2026-11-01' } }
    expect(withUse(stored, id, NOW)).toBe(stored)
  })
})
