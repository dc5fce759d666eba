import { isRecord } from './json.ts'

/**
 * For each element of a list that is sent back, the index of the stored one that it stands for: of an equal
 * one, else of one with its id, in their order; in lists without ids of the one at its place. -1 for what is
 * new. No stored one is given twice.
 */
export function pairUp(sent: readonly unknown[], stored: readonly unknown[]): number[] {
  const free = new Set(stored.keys())
  const claim = (index: number | undefined) => {
    if (index === undefined || !free.delete(index)) return -1
    return index
  }
  const equals = Map.groupBy(stored.keys(), (index) => JSON.stringify(stored[index]))
  const pairs = sent.map((element) => claim(equals.get(JSON.stringify(element))?.shift()))
  const named = Map.groupBy(free.keys(), (index) => idOf(stored[index]))
  const isNamed = [...sent, ...stored].some((element) => idOf(element) !== undefined)
  return pairs.map((pair, place) => {
    if (pair >= 0) return pair
    const id = idOf(sent[place])
    if (id !== undefined) return claim(named.get(id)?.shift())
    return isNamed ? -1 : claim(place)
  })
}

function idOf(element: unknown): string | undefined {
  const id = isRecord(element) ? element['id'] : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}
