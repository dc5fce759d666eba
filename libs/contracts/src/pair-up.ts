import { asRecord } from './json.ts'

/**
 * For each element that is sent back, the index of its stored counterpart, or -1 for a new element: an equal
 * element, else one with the same id, or with the same title when it has no id. In an array without ids and
 * titles, the element at the same index. No index is returned twice.
 */
export function pairUp(sent: readonly unknown[], stored: readonly unknown[]): number[] {
  const free = new Set(stored.keys())
  const claim = (index: number | undefined) => {
    if (index === undefined || !free.delete(index)) return -1
    return index
  }
  const equals = Map.groupBy(stored.keys(), (index) => JSON.stringify(stored[index]))
  const pairs = sent.map((element) => claim(equals.get(JSON.stringify(element))?.shift()))
  const named = Map.groupBy(free.keys(), (index) => nameOf(stored[index]))
  const isNamed = [...sent, ...stored].some((element) => nameOf(element) !== undefined)
  return pairs.map((pair, index) => {
    if (pair >= 0) return pair
    const name = nameOf(sent[index])
    if (name !== undefined) return claim(named.get(name)?.shift())
    return isNamed ? -1 : claim(index)
  })
}

/** Identifies an element across changes. */
function nameOf(element: unknown): string | undefined {
  const { id, title } = asRecord(element)
  if (isName(id)) return `id ${id}`
  return isName(title) ? `title ${title}` : undefined
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
