import { KINDS, type DriftFilter, type DriftTotals } from './reply.ts'
import { isSameString } from '../join/use.ts'
import { inSlices } from '@landscape/contracts/async/in-slices'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import type { Landscape } from '../join/landscape.ts'
import { projectIndexOf } from '../join/project-index.ts'
import type { LandscapeVersion, ReadLandscape, SeenLandscape } from '../join/read-landscape.ts'
import type { ChangedEntries } from './changed-entries.ts'
import { findDrift, lookAlikeFinding, sharedNames } from './find-drift.ts'
import { LOOK_ALIKE, SIGNED_IN_KIND, type FoundDrift } from './finding.ts'
import { lookAlikesIn, MAX_LOOK_ALIKES, type LookAlikeIndex } from '../names/look-alike-index.ts'

/** All findings of a landscape at one day. */
export interface Drift extends SeenLandscape {
  findings: readonly FoundDrift[]
  lookAlikes: LookAlikeIndex
  /** Number of groups of look-alikes that are left out. */
  omitted: number
  /** Number of names that are not compared. */
  notCompared: number
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
  const find = async (seen: SeenLandscape, since: number): Promise<Drift> => {
    const { landscape } = seen
    const changed = await changedEntries(since, landscape)
    const review = { since, months: reviewAfterMonths, changed }
    const lookAlikes = await lookAlikesIn(landscape)
    const found = await inSlices(findDrift(landscape, { review, lookAlikes }))
    return { ...seen, lookAlikes, ...found }
  }
  return async (directorate) => {
    const version = await readLandscape(directorate)
    const since = monthsBefore(now(), reviewAfterMonths)
    const load = async (): Promise<Drift> => {
      const seen = await version.load()
      const kept = keptOf(seen.landscape)
      const known = kept.get(since)
      if (known) return known
      const drift = find(seen, since)
      kept.clear()
      kept.set(since, drift)
      // The next request tries again.
      drift.catch(() => kept.delete(since))
      return drift
    }
    return {
      ...version,
      etag: `${version.etag} ${new Date(since).toISOString().slice(0, 10)}`,
      load,
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

/** The findings that pass a filter, and their number by kind before `kind` is applied. */
export function* filterDrift(
  drift: Pick<Drift, 'findings' | 'landscape' | 'lookAlikes'>,
  { kind, programme, technology, project }: DriftFilter,
  isSignedIn: boolean,
): Generator<void, { totals: DriftTotals; findings: FoundDrift[] }> {
  const candidates = technology === undefined ? drift.findings : findingsAbout(drift, technology)
  const wanted =
    project === undefined ? undefined : projectIndexOf(drift.landscape.projects).find(project)
  const passing: FoundDrift[] = []
  for (const finding of candidates) {
    yield
    const { kind: own, concerned } = finding
    const passes =
      (isSignedIn || own !== SIGNED_IN_KIND) &&
      (project === undefined || concerned.some((one) => one === wanted)) &&
      (programme === undefined || concerned.some((one) => isSameString(one.programme, programme)))
    if (passes) passing.push(finding)
  }
  const totals = Object.fromEntries(
    KINDS.map((one) => [
      one,
      isSignedIn || one !== SIGNED_IN_KIND
        ? passing.filter((finding) => finding.kind === one).length
        : null,
    ]),
  ) as DriftTotals
  const found = kind === undefined ? passing : passing.filter((finding) => finding.kind === kind)
  return { totals, findings: found }
}

/** The findings about one technology: those that name it, and its own look-alikes instead of their groups. */
function findingsAbout(
  { findings, lookAlikes, landscape }: Pick<Drift, 'findings' | 'landscape' | 'lookAlikes'>,
  technology: string,
): FoundDrift[] {
  const found = landscape.find(technology)
  if (found === undefined) return []
  const about = findings.filter(
    (finding) =>
      finding.kind !== LOOK_ALIKE &&
      (finding.technology === found.name ||
        (finding.subject.type !== 'project' && finding.subject.name === found.name)),
  )
  const shared = new Set(sharedNames(landscape))
  if (!shared.has(found)) return about
  const alike = lookAlikes(found.name)
    .filter(({ technology }) => shared.has(technology))
    .slice(0, MAX_LOOK_ALIKES)
  const groups = alike.map(({ technology: other, why }) =>
    lookAlikeFinding({ technologies: [found, other], omitted: 0, why }),
  )
  return [...about, ...groups]
}
