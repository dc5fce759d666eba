import { isSameString } from '../technologies/filter-technologies.ts'
import { inSlices } from '@landscape/contracts/async/in-slices'
import type { LandscapeVersion } from '../join/read-landscape.ts'
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
  readLandscape: () => Promise<LandscapeVersion>
  /** Ids of the radar entries that changed after an instant. */
  changedEntries: (since: number) => Promise<ReadonlySet<string>>
  /** See REVIEW_AFTER_MONTHS. */
  reviewAfterMonths: number
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Finds the drift of each version of the landscape once a day. */
export function createDriftReader({
  readLandscape,
  changedEntries,
  reviewAfterMonths,
  now,
}: DriftSources): () => Promise<Drift> {
  let last: { etag: string; drift: Promise<Drift> } | undefined
  return async () => {
    const version = await readLandscape()
    const since = monthsBefore(now(), reviewAfterMonths)
    const variant = new Date(since).toISOString().slice(0, 10)
    const etag = `${version.etag} ${variant}`
    if (last?.etag === etag) return { ...(await last.drift), version }
    const drift = read(version, since)
    last = { etag, drift }
    // The next request tries again.
    drift.catch(() => {
      if (last?.drift === drift) last = undefined
    })
    return drift

    async function read({ landscape }: LandscapeVersion, sinceDay: number): Promise<Drift> {
      const review = {
        since: sinceDay,
        months: reviewAfterMonths,
        changedEntries: await changedEntries(sinceDay),
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
