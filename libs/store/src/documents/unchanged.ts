import { isDeepStrictEqual } from 'node:util'
import { type Fault, faultsOf } from '@landscape/contracts/errors/faults'
import { safeValidate } from '@landscape/contracts/errors/validated'
import { asRecord, isRecord, ownMember } from '@landscape/contracts/json'
import { findUnsafeJson } from '@landscape/contracts/unsafe-json'
import type { z } from 'zod'

/*
 * What a client sends back unchanged passes, whatever it contains: clients send complete documents, with
 * values that other programs stored.
 */

/**
 * The faults of new and changed values, against a schema and as unsafe JSON.
 *
 * @param stored as for `faultsOfChanges`
 * @param more faults that the schema does not find
 */
export function newFaults(
  schema: z.ZodType,
  sent: unknown,
  stored: unknown,
  more: readonly Fault[] = [],
): Fault[] {
  const { error } = safeValidate(schema, sent)
  const found = [...(error ? faultsOf(error, sent) : []), ...findUnsafeJson(sent), ...more]
  return faultsOfChanges(found, sent, stored)
}

/** A fault at a path; `isCount`: the array or object exceeds the maximum number of elements. */
interface FaultAt {
  path: readonly PropertyKey[]
  isCount?: boolean
}

/**
 * The faults of new and changed values. An array that exceeds its maximum length, but not its stored length,
 * is accepted.
 *
 * @param stored the value that is replaced; `undefined` when there is none, so that all faults count
 */
export function faultsOfChanges<F extends FaultAt>(
  faults: readonly F[],
  sent: unknown,
  stored: unknown,
): F[] {
  if (stored === undefined || faults.length === 0) return [...faults]
  const isUnchanged = comparison()
  return faults.filter((fault) => !isUnchanged(fault, sent, stored))
}

/** Whether the value at a path, or a value that contains it, is stored; cached, as paths share prefixes. */
function comparison() {
  const compared = new Map<object, boolean>()
  const paired = new Map<unknown, number[]>()

  function isSame(sent: unknown, stored: unknown): boolean {
    if (typeof sent !== 'object' || sent === null) return sent === stored
    const known = compared.get(sent) ?? isDeepStrictEqual(sent, stored)
    compared.set(sent, known)
    return known
  }

  return function isUnchanged(
    { path: [key, ...path], isCount = false }: FaultAt,
    sent: unknown,
    stored: unknown,
  ): boolean {
    if (isSame(sent, stored)) return true
    if (key === undefined) return isCount && hasNoMore(sent, stored)
    const rest = { path, isCount }
    if (Array.isArray(sent) && Array.isArray(stored)) {
      const pairs = paired.get(sent) ?? pairUp(sent, stored)
      paired.set(sent, pairs)
      const pair = pairs[Number(key)] ?? -1
      return pair >= 0 && isUnchanged(rest, sent[Number(key)], stored[pair])
    }
    if (!isRecord(sent) || !isRecord(stored)) return false
    // A member that is absent on both sides is not new.
    return isUnchanged(rest, ownMember(sent, String(key)), ownMember(stored, String(key)))
  }
}

/** Whether an array or object has at most as many elements as the stored one. */
function hasNoMore(sent: unknown, stored: unknown): boolean {
  if (Array.isArray(sent)) return Array.isArray(stored) && sent.length <= stored.length
  return (
    isRecord(sent) && isRecord(stored) && Object.keys(sent).length <= Object.keys(stored).length
  )
}

/**
 * For each sent element the index of its stored counterpart, or -1 for a new one: an equal element, else one
 * with the same id, else for an element without an id one with the same name, else the one at the same index. No index
 * is returned twice.
 */
export function pairUp(sent: readonly unknown[], stored: readonly unknown[]): number[] {
  const pairs = findEqual(sent, stored)
  const free = new Set(stored.keys()).difference(new Set(pairs))
  const byKey = Map.groupBy(free, (index) => keyOf(stored[index]))
  for (const [index, element] of sent.entries()) {
    const key = keyOf(element)
    if ((pairs[index] ?? -1) >= 0 || key === undefined) continue
    const pair = byKey.get(key)?.shift() ?? -1
    pairs[index] = pair
    free.delete(pair)
  }
  const isFree = (index: number) => free.has(index) && idOf(stored[index]) === undefined
  return pairs.map((pair, index) =>
    pair < 0 && idOf(sent[index]) === undefined && isFree(index) ? index : pair,
  )
}

/** For each sent element the index of an equal stored one, or -1; no index is returned twice. */
export function findEqual(sent: readonly unknown[], stored: readonly unknown[]): number[] {
  const known = Map.groupBy(stored.keys(), (index) => JSON.stringify(stored[index]))
  return sent.map((element) => known.get(JSON.stringify(element))?.shift() ?? -1)
}

/** Identifies an element across changes: its id, or without one its name. */
function keyOf(element: unknown): string | undefined {
  const id = idOf(element)
  if (id !== undefined) return `id ${id}`
  const { name } = asRecord(element)
  return typeof name === 'string' ? `name ${name}` : undefined
}

function idOf(element: unknown): string | undefined {
  const { id } = asRecord(element)
  return typeof id === 'string' && id !== '' ? id : undefined
}
