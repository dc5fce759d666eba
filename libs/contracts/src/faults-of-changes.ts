import { isDeepStrictEqual } from 'node:util'
import { isRecord, ownMember } from './json.ts'
import { pairUp } from './pair-up.ts'

/** A fault at a path; `isCount`: the array or object exceeds the maximum number of elements. */
interface FaultAt {
  path: readonly PropertyKey[]
  isCount?: boolean
}

/**
 * The faults that a client introduced: those of values that are not stored already. Clients send complete
 * documents back, with values of others. An array that exceeds its maximum length, but not its stored length,
 * is accepted.
 *
 * @param stored the value that is replaced; `undefined` when there is none, so that all faults count
 */
export function faultsOfChanges<F extends FaultAt>(
  faults: readonly F[],
  sent: unknown,
  stored: unknown,
): F[] {
  if (stored === undefined) return [...faults]
  const compare = comparison()
  return faults.filter((fault) => !compare(fault, sent, stored))
}

/**
 * Whether the value at a path, or a value that contains it, is stored. Cached, as many paths share a prefix.
 */
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
    { path: [key, ...path], isCount = false }: FaultAt,
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
    // A member that is absent on both sides is not new.
    return isStored(rest, ownMember(sent, String(key)), ownMember(stored, String(key)))
  }
}

/** Whether an array or object has at most as many elements as the stored one. */
function hasNoMore(sent: unknown, stored: unknown): boolean {
  if (Array.isArray(sent)) return Array.isArray(stored) && sent.length <= stored.length
  return isRecord(sent) && isRecord(stored) && sizeOf(sent) <= sizeOf(stored)
}

function sizeOf(record: object): number {
  return Object.keys(record).length
}
