import { hash } from 'node:crypto'
import { DomainError } from '@landscape/errors'
import type { StoredDocument } from '@landscape/documents'
import type { UsedStates as UsedStatesDocument } from '@landscape/contracts'

/** Which sign-ins were finished, by whichever replica. */
export interface UsedStates {
  has(id: string): Promise<boolean>
  /** @throws DomainError `invalid-input` when it was added before */
  add(id: string, expires: number): Promise<void>
}

/**
 * Keeps them in a stored document until they expire.
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
      return Object.hasOwn(used, digestOf(id))
    },
    async add(id, expires) {
      const seconds = now() / 1000
      const digest = digestOf(id)
      await document.change(
        (used = {}) => ({ next: add(used, digest, expires, seconds), result: undefined }),
        { by: { actor: 'assistant', action: 'finish a sign-in' } },
      )
    },
  }
}

/**
 * Adds a digest and drops those that have expired: an expired sign-in is refused without being looked
 * up.
 */
function add(
  used: UsedStatesDocument,
  digest: string,
  expires: number,
  nowSeconds: number,
): UsedStatesDocument {
  if (Object.hasOwn(used, digest)) throw invalidState()
  const remembered = Object.entries(used).filter(([, until]) => until > nowSeconds)
  return Object.fromEntries([...remembered, [digest, expires]])
}

function digestOf(id: string): string {
  return hash('sha256', id, 'base64url')
}

/** What is said to a state that is not, or no longer, that of a sign-in under way. */
export function invalidState(): DomainError {
  const faults = [{ path: ['state'], detail: 'is not that of a sign-in under way' }]
  return new DomainError('invalid-input', 'Invalid state', { faults })
}
