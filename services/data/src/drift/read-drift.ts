import { inSlices } from '@landscape/contracts/async/in-slices'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import type { Landscape } from '../join/landscape.ts'
import type { LandscapeVersion, ReadLandscape, LandscapeView } from '../join/read-landscape.ts'
import type { ChangedEntries } from './changed-entries.ts'
import { findDrift, type Findings, type Review } from './find-drift.ts'
import { lookAlikesIn, type LookAlikeIndex } from '../names/look-alike-index.ts'

/** All findings of a landscape at one day. */
export interface Drift extends LandscapeView, Readonly<Findings> {
  review: Review
  lookAlikes: LookAlikeIndex
}

/** One version of the landscape at one day: its tag also changes with the day, on which the age of reviews depends. */
export interface DriftVersion extends LandscapeVersion {
  load: () => Promise<Drift>
}

interface DriftSources {
  readLandscape: ReadLandscape
  /** The radar entries that changed after an instant, without the positions of other directorates. */
  changedEntries: (
    since: number,
    landscape: Pick<Landscape, 'directorate' | 'source'>,
  ) => Promise<ChangedEntries>
  /** See REVIEW_AFTER_MONTHS. */
  reviewAfterMonths: number
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Reads the version of the drift by the rings of a directorate, by default of the default one.
 *
 * @throws DomainError `invalid-input` for an unknown directorate
 */
export type ReadDrift = (directorate?: string) => Promise<DriftVersion>

/** Finds the drift of each version of the landscape once a day. */
export function createDriftReader({
  readLandscape,
  changedEntries,
  reviewAfterMonths,
  now,
}: DriftSources): ReadDrift {
  const keptOf = oncePerObject((_landscape: Landscape) => new Map<number, Promise<Drift>>())
  const find = async (view: LandscapeView, since: number): Promise<Drift> => {
    const { landscape } = view
    const changed = await changedEntries(since, landscape)
    const review = { since, months: reviewAfterMonths, changed }
    const lookAlikes = await lookAlikesIn(landscape)
    const findings = await inSlices(findDrift(landscape, { review, lookAlikes }))
    return { ...view, review, lookAlikes, ...findings }
  }
  return async (directorate) => {
    const version = await readLandscape(directorate)
    const since = monthsBefore(now(), reviewAfterMonths)
    const load = async (): Promise<Drift> => {
      const view = await version.load()
      const bySince = keptOf(view.landscape)
      const known = bySince.get(since)
      if (known) return known
      const drift = find(view, since)
      bySince.clear()
      bySince.set(since, drift)
      // The next request tries again.
      drift.catch(() => bySince.delete(since))
      return drift
    }
    return {
      ...version,
      etag: `${version.etag} ${new Date(since).toISOString().slice(0, 10)}`,
      load,
    }
  }
}

/** Midnight (UTC) of the day that is some months before an instant; the last day of a shorter month. */
export function monthsBefore(instant: number, months: number): number {
  const day = new Date(instant)
  const month = day.getUTCMonth() - months
  const lastDay = new Date(Date.UTC(day.getUTCFullYear(), month + 1, 0)).getUTCDate()
  return Date.UTC(day.getUTCFullYear(), month, Math.min(day.getUTCDate(), lastDay))
}
