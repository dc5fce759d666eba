import { asRecord } from './json.ts'

/**
 * For each element of a list that is sent back, the index of the stored one that it stands for: of an equal
 * one, else of one with its id, of those without an id of one with its title, in their order; in lists without
 * either of the one at its place. -1 for what is new. No stored one is given twice.
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
  return pairs.map((pair, place) => {
    if (pair >= 0) return pair
    const name = nameOf(sent[place])
    if (name !== undefined) return claim(named.get(name)?.shift())
    return isNamed ? -1 : claim(place)
  })
}

/** By what an element is known again when it was changed. */
function nameOf(element: unknown): string | undefined {
  const { id, title } = asRecord(element)
  if (isName(id)) return `id ${id}`
  return isName(title) ? `title ${title}` : undefined
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
