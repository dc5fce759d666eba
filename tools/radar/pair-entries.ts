import type { IdentifiedEntry } from '@landscape/admin-review/radar/submission'
import { foldName, type FileEntry } from './file-radar.ts'

/**
 * Matches entries of the file with stored ones: by id, by title and quadrant, by title, and by title in any
 * case.
 *
 * @param quadrantOf id of the quadrant of an entry in the file
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
  const candidates = entries.map((entry) => ({
    entry,
    named: { ...entry, quadrant: quadrantOf(entry) },
  }))
  for (const keyOf of keys) {
    const byKey = Map.groupBy(stored, keyOf)
    for (const { entry, named } of candidates) {
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
