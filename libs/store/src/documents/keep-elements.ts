import { asRecord, elementsOf, isRecord, ownMember } from '@landscape/contracts/json'
import { isSameJson } from '../json/same-json.ts'

/**
 * Replaces the elements of a newly parsed document that equal an element of the previous version by the
 * earlier objects, so that readers can cache what they derive from an element. Before the first difference,
 * elements at the same index are compared; after it, those at the same distance from the end.
 *
 * @param value changed in place: the root array, or the arrays that are members of the root
 */
export function keepElements<T>(value: T, before: unknown): T {
  if (Array.isArray(value)) keep(value, elementsOf(before))
  else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (Array.isArray(member)) keep(member, elementsOf(ownMember(asRecord(before), name)))
    }
  }
  return value
}

function keep(list: unknown[], before: readonly unknown[]): void {
  const changed = list.findIndex((element, i) => !isSameJson(element, before[i]))
  const start = changed < 0 ? list.length : changed
  const shift = before.length - list.length
  for (const [i, element] of list.entries()) {
    const index = i < start ? i : i + shift
    // Each earlier object is used at most once.
    const isKept = i < start || (index >= start && isSameJson(element, before[index]))
    if (isKept) list[i] = before[index]
  }
}
