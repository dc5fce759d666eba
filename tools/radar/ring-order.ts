import { knownRole, ROLES } from '@landscape/contracts/ring-roles'
import { foldPartName, mentioned, type FilePart } from './file-radar.ts'

/**
 * Orders the rings of entries, innermost first. Well-known rings have their usual order. The order of others
 * is a guess: that of the entries when the well-known ones have their usual order there, otherwise outside of
 * them.
 *
 * @param names the rings of the entries, in the order of the file
 */
export function orderRings(names: readonly string[]): { rings: FilePart[]; isGuessed: boolean } {
  const rings = mentioned(names)
  const known = rings.filter(({ name }) => rankOf(name) >= 0)
  const sorted = known.toSorted((a, b) => rankOf(a.name) - rankOf(b.name))
  const isSorted = known.every((ring, i) => ring === sorted[i])
  const others = rings.filter((ring) => !known.includes(ring))
  const ranks = new Set(known.map(({ name }) => rankOf(name)))
  return {
    rings: isSorted ? rings : [...sorted, ...others],
    isGuessed: rings.length > 1 && (others.length > 0 || ranks.size < known.length),
  }
}

function rankOf(name: string): number {
  const role = knownRole(foldPartName(name))
  return role === undefined ? -1 : ROLES.indexOf(role)
}
