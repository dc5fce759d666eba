import type { IdentifiedEntry } from '../../services/admin-review/src/radar/submission.ts'
import { foldName, type FileEntry } from './file-radar.ts'

/** Each entry of the file with the stored one that it is: by id, by title, then by title in any case. */
export function pairEntries(
  entries: readonly FileEntry[],
  stored: readonly IdentifiedEntry[],
): Map<FileEntry, IdentifiedEntry> {
  const pairs = new Map<FileEntry, IdentifiedEntry>()
  const claimed = new Set<IdentifiedEntry>()
  const keys: ((entry: { id?: unknown; title?: unknown }) => unknown)[] = [
    ({ id }) => id,
    ({ title }) => title,
    ({ title }) => (typeof title === 'string' ? foldName(title) : undefined),
  ]
  for (const keyOf of keys) {
    const byKey = Map.groupBy(stored, keyOf)
    for (const entry of entries) {
      const key = keyOf(entry)
      if (key === undefined || pairs.has(entry)) continue
      const known = byKey.get(key)?.find((candidate) => !claimed.has(candidate))
      if (!known) continue
      pairs.set(entry, known)
      claimed.add(known)
    }
  }
  return pairs
}
