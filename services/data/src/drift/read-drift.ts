import { isSameString } from '../technologies/filter-technologies.ts'
import { inSlices } from '@landscape/contracts/async/in-slices'
import type { LandscapeVersion } from '../join/read-landscape.ts'
import { findDrift } from './find-drift.ts'
import { KINDS, type Finding } from './finding.ts'

/** All findings of a landscape at one day. */
export interface Drift {
  version: LandscapeVersion
  /** Changes with the day, on which the age of reviews depends. */
  variant: string
  findings: readonly Finding[]
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
      const findings = await inSlices(findDrift(landscape, review))
      return { version, variant, findings }
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
  kind?: Finding['kind'] | undefined
  programme?: string | undefined
  /** Slug or name of a technology. */
  technology?: string | undefined
}

/** The findings that pass a filter, and their number by kind before `kind` is applied. */
export function filterDrift(
  { findings, version: { landscape } }: Pick<Drift, 'findings' | 'version'>,
  { kind, programme, technology }: DriftFilter,
): { totals: Record<Finding['kind'], number>; findings: Finding[] } {
  const name = technology === undefined ? undefined : landscape.find(technology)?.name
  const passing = findings.filter((finding) => {
    if (
      technology !== undefined &&
      ![finding.technology, finding.subject.name].includes(name ?? '')
    )
      return false
    return (
      programme === undefined || finding.programmes.some((other) => isSameString(other, programme))
    )
  })
  const totals = Object.fromEntries(
    KINDS.map((one) => [one, passing.filter((finding) => finding.kind === one).length]),
  ) as Record<Finding['kind'], number>
  const found = kind === undefined ? passing : passing.filter((finding) => finding.kind === kind)
  return { totals, findings: found }
}
