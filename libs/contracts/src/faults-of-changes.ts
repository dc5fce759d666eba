import { isDeepStrictEqual } from 'node:util'
import { isRecord, ownMember } from './json.ts'
import { pairUp } from './pair-up.ts'

/** What is wrong at one place; `isCount`: that there are more elements than may be new. */
interface Misplaced {
  path: readonly PropertyKey[]
  isCount?: boolean
}

/**
 * Only what is new or changed is judged: of what is wrong with a value that a client sends, that which is
 * not stored in the same way already. Clients send back whole documents with what others put there. What has
 * more elements than it may have, but no more than are stored, passes too: so it can be changed and shortened.
 *
 * @param stored what the value would replace; `undefined`: nothing, so all is new
 */
export function faultsOfChanges<F extends Misplaced>(
  faults: readonly F[],
  sent: unknown,
  stored: unknown,
): F[] {
  if (stored === undefined) return [...faults]
  const compare = comparison()
  return faults.filter((fault) => !compare(fault, sent, stored))
}

/** Whether what lies at a path, or around it, is as it is stored. Many paths lead through one value. */
function comparison() {
  const compared = new Map<object, boolean>()
  const paired = new Map<unknown, number[]>()

  function isSame(sent: unknown, stored: unknown): boolean {
    if (typeof sent !== 'object' || sent === null) return sent === stored
    const known = compared.get(sent) ?? isDeepStrictEqual(sent, stored)
    compared.set(sent, known)
    return known
  }

  function pairOf(sent: readonly unknown[], stored: readonly unknown[], key: PropertyKey): number {
    const pairs = paired.get(sent) ?? pairUp(sent, stored)
    paired.set(sent, pairs)
    return pairs[Number(key)] ?? -1
  }

  return function isStored(
    { path: [key, ...path], isCount = false }: Misplaced,
    sent: unknown,
    stored: unknown,
  ): boolean {
    if (isSame(sent, stored)) return true
    if (key === undefined) return isCount && hasNoMore(sent, stored)
    const rest = { path, isCount }
    if (Array.isArray(sent) && Array.isArray(stored)) {
      const pair = pairOf(sent, stored, key)
      return pair >= 0 && isStored(rest, sent[Number(key)], stored[pair])
    }
    if (!isRecord(sent) || !isRecord(stored)) return false
    // Of what is absent on both sides nothing is new.
    return isStored(rest, ownMember(sent, String(key)), ownMember(stored, String(key)))
  }
}

/** Whether a list has no more elements than another, or an object no more members. */
function hasNoMore(sent: unknown, stored: unknown): boolean {
  if (Array.isArray(sent)) return Array.isArray(stored) && sent.length <= stored.length
  return isRecord(sent) && isRecord(stored) && sizeOf(sent) <= sizeOf(stored)
}

function sizeOf(record: object): number {
  return Object.keys(record).length
}
