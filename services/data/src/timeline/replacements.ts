import { understood } from '@landscape/contracts/json'
import { entryOf, type StoredEntry } from '@landscape/contracts/entries'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { rolesOf } from '@landscape/contracts/ring-roles'
import { positionsIn, type RadarView } from './radar-view.ts'

/** Finds the entry to use instead of an entry. */
export type FindReplacement = (
  entry: Pick<StoredEntry, 'id' | 'useInstead'>,
) => StoredEntry | undefined

/**
 * The function that finds the entry to use instead of one. An entry that is not on the radar any more, or that the
 * directorate advises against, is not recommended.
 */
export const replacementFinder = oncePerObject((view: RadarView): FindReplacement => {
  const entries = understood(view.radar.entries.map(entryOf)).toReversed()
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const { isAdvisedAgainst } = rolesOf(view.radar)
  return ({ id, useInstead }) => {
    const named = useInstead === id ? undefined : byId.get(useInstead)
    return named && !isAdvisedAgainst(positionsIn(view, named).at(-1)?.ringId) ? named : undefined
  }
})
