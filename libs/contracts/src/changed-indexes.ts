/** Of shorter lists it takes no time to find out. */
const LONG = 64

/** Held weakly: whoever asks still has both, and nobody has to keep a version of long ago for the next question. */
interface Found {
  list: WeakRef<readonly unknown[]>
  before: WeakRef<readonly unknown[]>
  places: readonly number[]
}

let last: Found | undefined

/**
 * Where a list holds other objects than the version before it, in order; also where that has nothing. Frozen
 * ones never change, so of the two that were asked about last it is known: one edit of a long list has many
 * who ask.
 */
export function changedIndexes(
  list: readonly unknown[],
  before: readonly unknown[],
): readonly number[] {
  if (last?.list.deref() === list && last.before.deref() === before) return last.places
  const places = compared(list, before)
  const isFinal = list.length >= LONG && Object.isFrozen(list) && Object.isFrozen(before)
  if (isFinal) last = { list: new WeakRef(list), before: new WeakRef(before), places }
  return places
}

function compared(list: readonly unknown[], before: readonly unknown[]): number[] {
  const places: number[] = []
  const common = Math.min(list.length, before.length)
  for (let i = 0; i < common; i++) if (list[i] !== before[i]) places.push(i)
  for (let i = common; i < list.length; i++) places.push(i)
  return places
}
