import { hash } from 'node:crypto'
import type { UsedStates as UsedStatesDocument } from '@landscape/contracts/assistant'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { StoredDocument } from '@landscape/store/documents/document'

/** Finished sign-ins of all replicas. */
export interface UsedStates {
  has(id: string): Promise<boolean>
  /** @throws DomainError `invalid-input` when it exists */
  add(id: string, expires: number): Promise<void>
}

/**
 * Stores finished sign-ins in a document until they expire.
 *
 * @param now milliseconds since the epoch
 */
export function createUsedStates(
  document: StoredDocument<UsedStatesDocument>,
  now: () => number,
): UsedStates {
  return {
    async has(id) {
      const used = (await document.read())?.value ?? {}
      return Object.hasOwn(used, keyOf(id))
    },
    async add(id, expires) {
      const seconds = now() / 1000
      const key = keyOf(id)
      await document.change(
        (used = {}) => ({ next: add(used, key, expires, seconds), result: undefined }),
        { by: { actor: 'assistant', action: 'finish a sign-in' } },
      )
    },
  }
}

function keyOf(id: string): string {
  return hash('sha256', id, 'base64url')
}

/** Adds the key of a state and removes expired ones, which are rejected before the lookup. */
function add(
  used: UsedStatesDocument,
  key: string,
  expires: number,
  nowSeconds: number,
): UsedStatesDocument {
  if (Object.hasOwn(used, key)) throw invalidState()
  const current = Object.entries(used).filter(([, until]) => until > nowSeconds)
  return Object.fromEntries([...current, [key, expires]])
}

/** The error for a state without a pending sign-in. */
export function invalidState(): DomainError {
  const faults = [{ path: ['state'], detail: 'does not match a pending sign-in' }]
  return new DomainError('invalid-input', 'Invalid state', { faults })
}
