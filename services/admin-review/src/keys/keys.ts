import type {
  AcceptedKeys,
  ApiKey,
  ApiKeyHashesDocument,
  ApiKeysDocument,
  KeyScope,
} from '@landscape/contracts/api-keys'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { ownMember } from '@landscape/contracts/json'

/** Maximum number of active keys. */
const MAX_ACTIVE = 100
/** Maximum number of expired and revoked keys in the document; the history has the others. */
const MAX_INACTIVE = 100
const DAY_MS = 24 * 60 * 60 * 1_000

/** State of a key; only an active one is accepted. */
export type KeyState = 'active' | 'expired' | 'revoked'

interface NewKey {
  id: string
  name: string
  scope: KeyScope
  expiresInDays: number
}

/** The author and the time (ms since the epoch) of a change. */
interface Stamp {
  by: string
  now: number
}

/**
 * Appends a key. The oldest inactive keys are removed above their maximum number.
 * @throws DomainError `conflict` when an active key has the name; `quota-exceeded`
 */
export function addKey(
  document: ApiKeysDocument,
  { id, name, scope, expiresInDays }: NewKey,
  { by, now }: Stamp,
): { document: ApiKeysDocument; key: ApiKey } {
  const active = document.keys.filter((one) => stateOf(one, now) === 'active')
  if (active.some((one) => one.name === name))
    throw new DomainError('conflict', `An active API key with the name '${name}' exists`)
  if (active.length >= MAX_ACTIVE)
    throw new DomainError('quota-exceeded', `At most ${MAX_ACTIVE} API keys may be active`)
  const key: ApiKey = {
    id,
    name,
    scope,
    createdBy: by,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + expiresInDays * DAY_MS).toISOString(),
  }
  const inactive = document.keys.filter((one) => !active.includes(one))
  const removed = new Set(inactive.slice(0, Math.max(0, inactive.length - MAX_INACTIVE)))
  const remaining = document.keys.filter((one) => !removed.has(one))
  return { document: { ...document, keys: [...remaining, key] }, key }
}

/**
 * Marks a key as revoked; a revoked key stays unchanged.
 * @throws DomainError `not-found`
 */
export function revokeKey(
  document: ApiKeysDocument,
  id: string,
  { by, now }: Stamp,
): { document: ApiKeysDocument; key: ApiKey } {
  const index = document.keys.findIndex((one) => one.id === id)
  const stored = document.keys[index]
  if (!stored) throw new DomainError('not-found', 'API key not found')
  if (stored.revokedAt !== undefined) return { document, key: stored }
  const key = { ...stored, revokedBy: by, revokedAt: new Date(now).toISOString() }
  return { document: { ...document, keys: document.keys.with(index, key) }, key }
}

/** The state of a key at a time (ms since the epoch). */
export function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): KeyState {
  if (revokedAt !== undefined) return 'revoked'
  return Date.parse(expiresAt) <= now ? 'expired' : 'active'
}

/** Active keys with their hashes; a key without a hash is not accepted. */
export function acceptedKeys(
  { keys }: ApiKeysDocument,
  hashes: ApiKeyHashesDocument,
  now: number,
): AcceptedKeys {
  return {
    keys: keys.flatMap((key) => {
      const hash = ownMember(hashes, key.id)?.hash
      if (hash === undefined || stateOf(key, now) !== 'active') return []
      const { id, name, scope, expiresAt } = key
      return [{ id, name, scope, expiresAt: Date.parse(expiresAt), hash }]
    }),
  }
}

/** Adds the hash of a new key, and removes the hashes of deleted keys. */
export function withHash(
  hashes: ApiKeyHashesDocument,
  { id, hash, removed }: { id: string; hash: string; removed: ReadonlySet<string> },
): ApiKeyHashesDocument {
  const remaining = Object.entries(hashes).filter(([keyId]) => !removed.has(keyId))
  return { ...Object.fromEntries(remaining), [id]: { hash } }
}

/** Removes the hash of a key, which is then never accepted again; the day of its last use stays. */
export function withoutHash(hashes: ApiKeyHashesDocument, id: string): ApiKeyHashesDocument {
  const { hash, ...rest } = ownMember(hashes, id) ?? {}
  return hash === undefined ? hashes : { ...hashes, [id]: rest }
}

/** Records the day (UTC) of a use; unchanged on the same day, and for a key without a hash. */
export function withUse(
  hashes: ApiKeyHashesDocument,
  id: string,
  now: number,
): ApiKeyHashesDocument {
  const lastUsed = new Date(now).toISOString().slice(0, 10)
  const stored = ownMember(hashes, id)
  if (stored?.hash === undefined || (stored.lastUsed ?? '') >= lastUsed) return hashes
  return { ...hashes, [id]: { ...stored, lastUsed } }
}
