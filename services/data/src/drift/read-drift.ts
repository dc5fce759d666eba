import { isSameString } from '../technologies/filter-technologies.ts'
import { inSlices } from '@landscape/contracts/async/in-slices'
import { LRUCache } from 'lru-cache'
import type { Landscape } from '../join/landscape.ts'
import type { LandscapeVersion, ReadLandscape } from '../join/read-landscape.ts'
import { findDrift, lookAlikeFinding, sharedNames } from './find-drift.ts'
import { KINDS, LOOK_ALIKE, type FoundDrift, type Kind } from './finding.ts'
import { lookAlikesOf } from './look-alikes.ts'

/** All findings of a landscape at one day. */
export interface Drift {
  version: LandscapeVersion
  /** Changes with the day, on which the age of reviews depends. */
  variant: string
  findings: readonly FoundDrift[]
  /** Number of groups of look-alikes that are left out. */
  omitted: number
}

interface DriftSources {
  readLandscape: ReadLandscape
  /** Ids of the radar entries that changed after an instant, without the positions of other directorates. */
  changedEntries: (
    since: number,
    landscape: Pick<Landscape, 'directorate' | 'directorates'>,
  ) => Promise<ReadonlySet<string>>
  /** See REVIEW_AFTER_MONTHS. */
  reviewAfterMonths: number
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * Reads the drift by the rings of a directorate, by default of the default one.
 *
 * @throws DomainError `invalid-input` for an unknown directorate
 */
export type ReadDrift = (directorate?: string) => Promise<Drift>

/** Number of directorates whose drift is kept. */
const KEPT_DIRECTORATES = 20

/** Finds the drift of each version of the landscape once a day. */
export function createDriftReader({
  readLandscape,
  changedEntries,
  reviewAfterMonths,
  now,
}: DriftSources): ReadDrift {
  const kept = new LRUCache<number | string, { etag: string; drift: Promise<Drift> }>({
    max: KEPT_DIRECTORATES,
  })
  return async (directorate) => {
    const version = await readLandscape(directorate)
    const { id } = version.landscape.directorate
    const since = monthsBefore(now(), reviewAfterMonths)
    const variant = new Date(since).toISOString().slice(0, 10)
    const etag = `${version.etag} ${variant}`
    const last = kept.get(id)
    if (last?.etag === etag) return { ...(await last.drift), version }
    const drift = read(version, since)
    kept.set(id, { etag, drift })
    // The next request tries again.
    drift.catch(() => {
      if (kept.peek(id)?.drift === drift) kept.delete(id)
    })
    return drift

    async function read({ landscape }: LandscapeVersion, sinceDay: number): Promise<Drift> {
      const review = {
        since: sinceDay,
        months: reviewAfterMonths,
        changedEntries: await changedEntries(sinceDay, landscape),
      }
      return { version, variant, ...(await inSlices(findDrift(landscape, review))) }
    }
  }
}

/** Midnight (UTC) of the day that is some months before an instant. */
function monthsBefore(instant: number, months: number): number {
  const day = new Date(instant)
  day.setUTCHours(0, 0, 0, 0)
  day.setUTCMonth(day.getUTCMonth() - months)
  return day.getTime()
}

/** Strings are compared ignoring case. */
export interface DriftFilter {
  kind?: Kind | undefined
  programme?: string | undefined
  /** Slug or name of a technology. */
  technology?: string | undefined
}

/** The findings that pass a filter, and their number by kind before `kind` is applied. */
export function filterDrift(
  drift: Pick<Drift, 'findings' | 'version'>,
  { kind, programme, technology }: DriftFilter,
): { totals: Record<Kind, number>; findings: FoundDrift[] } {
  const candidates = technology === undefined ? drift.findings : findingsAbout(drift, technology)
  const passing = candidates.filter(
    ({ concerned }) =>
      programme === undefined || concerned.some((one) => isSameString(one.programme, programme)),
  )
  const totals = Object.fromEntries(
    KINDS.map((one) => [one, passing.filter((finding) => finding.kind === one).length]),
  ) as Record<Kind, number>
  const found = kind === undefined ? passing : passing.filter((finding) => finding.kind === kind)
  return { totals, findings: found }
}

/** The findings about one technology: those that name it, and its own look-alikes instead of their groups. */
function findingsAbout(
  { findings, version: { landscape } }: Pick<Drift, 'findings' | 'version'>,
  technology: string,
): FoundDrift[] {
  const found = landscape.find(technology)
  if (found === undefined) return []
  const about = findings.filter(
    (finding) =>
      finding.kind !== LOOK_ALIKE &&
      [finding.technology, finding.subject.name].includes(found.name),
  )
  const shared = sharedNames(landscape)
  if (!shared.includes(found)) return about
  const alike = lookAlikesOf(found, shared).map(({ technology: other, why }) =>
    lookAlikeFinding({ technologies: [found, other], omitted: 0, why }),
  )
  return [...about, ...alike]
}
