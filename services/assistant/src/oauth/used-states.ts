import { createHash } from 'node:crypto'
import { DomainError } from '@landscape/errors'
import type { StoredDocument } from '@landscape/object-store'
import { z } from 'zod'

/** Digests of the ids of sign-ins that were finished, with the second at which each may be forgotten. */
export const UsedStates = z.record(z.string(), z.number())
export type UsedStates = z.infer<typeof UsedStates>

export const USED_STATES_REF = { bucket: 'assistant', key: 'used_sign_in_states.json' } as const

/** Marks a sign-in as used; rejects when it was before, by whichever replica. */
export type UseState = (id: string, expires: number) => Promise<void>

/** @param now milliseconds since the epoch */
export function createUseState(document: StoredDocument<UsedStates>, now: () => number): UseState {
  return async (id, expires) => {
    const nowSeconds = now() / 1000
    await document.change((used = {}) => use(used, digest(id), expires, nowSeconds), {
      actor: 'assistant',
      action: 'finish a sign-in',
    })
  }
}

/**
 * Adds a digest and drops those that have expired: an expired sign-in is refused without being looked
 * up.
 */
function use(used: UsedStates, digest: string, expires: number, nowSeconds: number): UsedStates {
  if (Object.hasOwn(used, digest)) throw new DomainError('invalid-input', 'Invalid state')
  const remembered = Object.entries(used).filter(([, until]) => until > nowSeconds)
  return Object.fromEntries([...remembered, [digest, expires]])
}

function digest(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}
