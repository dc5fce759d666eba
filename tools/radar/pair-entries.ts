import type { IdentifiedEntry } from '../../services/admin-review/src/radar/submission.ts'
import { foldName, type FileEntry } from './file-radar.ts'

/**
 * Each entry of the file with the stored one that it is: by id, by title and quadrant, by title, then by title
 * in any case.
 *
 * @param quadrantOf id of the quadrant that an entry of the file lies in
 */
export function pairEntries(
  entries: readonly FileEntry[],
  stored: readonly IdentifiedEntry[],
  quadrantOf: (entry: FileEntry) => string | undefined,
): Map<FileEntry, IdentifiedEntry> {
  const pairs = new Map<FileEntry, IdentifiedEntry>()
  const claimed = new Set<IdentifiedEntry>()
  const keys: ((entry: { id?: unknown; title?: unknown; quadrant?: unknown }) => unknown)[] = [
    ({ id }) => id,
    ({ title, quadrant }) => JSON.stringify([title, quadrant]),
    ({ title }) => title,
    ({ title }) => (typeof title === 'string' ? foldName(title) : undefined),
  ]
  const placed = entries.map((entry) => ({
    entry,
    named: { ...entry, quadrant: quadrantOf(entry) },
  }))
  for (const keyOf of keys) {
    const byKey = Map.groupBy(stored, keyOf)
    for (const { entry, named } of placed) {
      const key = keyOf(named)
      if (key === undefined || pairs.has(entry)) continue
      const known = byKey.get(key)?.find((candidate) => !claimed.has(candidate))
      if (!known) continue
      pairs.set(entry, known)
      claimed.add(known)
    }
  }
  return pairs
}
