import type { RadarEntry } from '@landscape/contracts'

/** Drops the working field that the review page leaks into what it saves. */
export function cleanEntry<E extends RadarEntry>(entry: E): E {
  if (!Object.hasOwn(entry, 'filteredTimeline')) return entry
  const { filteredTimeline: _leaked, ...rest } = entry
  return rest as E
}
