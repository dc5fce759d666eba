import {
  isNarrowed,
  KINDS,
  listedKinds,
  SCANNED_KINDS,
  SIGNED_IN_KIND,
  UNUSED_KIND,
  type Kind,
  type DriftFilter,
  type DriftTotals,
} from './reply.ts'
import type { Technology } from '../join/landscape.ts'
import { narrowed, type UserFilter } from '../join/narrowed.ts'
import { isInUse, scannedTotal } from '../join/use.ts'
import { MAX_LOOK_ALIKES } from '../names/look-alike-index.ts'
import { findDrift, lookAlikeFinding, sharedNames } from './find-drift.ts'
import { LOOK_ALIKE, publicFinding, type FoundDrift } from './finding.ts'
import type { Drift } from './read-drift.ts'

/** The parts of the drift from which the findings of some projects follow. */
export type DriftSource = Pick<Drift, 'findings' | 'landscape' | 'lookAlikes' | 'groups' | 'review'>

/** The findings that pass a filter, their number by kind before `kind` is applied, and that of hidden ones. */
export function* filterDrift(
  drift: DriftSource,
  { kind, technology, ...users }: DriftFilter & UserFilter,
  isSignedIn: boolean,
): Generator<void, { totals: DriftTotals; findings: FoundDrift[]; hidden: number }> {
  const isFiltered = isNarrowed(users)
  const part = isFiltered
    ? yield* findingsOf(drift, users, isSignedIn)
    : { ...drift, of: sameTechnology }
  const candidates =
    technology === undefined ? part.findings : findingsAbout(drift, part, technology)
  const wanted = candidates.filter((finding) => isSignedIn || finding.kind !== SIGNED_IN_KIND)
  const passing = isSignedIn ? wanted : wanted.flatMap((finding) => publicFinding(finding) ?? [])
  const listed = kind === undefined ? listedKinds(users) : [kind]
  const isListed = (finding: FoundDrift) => listed.includes(finding.kind)
  const hasScan = scannedTotal(drift.landscape) !== null
  const isKnown = (one: Kind) =>
    (isSignedIn || one !== SIGNED_IN_KIND) &&
    (hasScan || !SCANNED_KINDS.has(one)) &&
    (!isFiltered || one !== UNUSED_KIND)
  const totals = Object.fromEntries(
    KINDS.map((one) => [
      one,
      isKnown(one) ? passing.filter((finding) => finding.kind === one).length : null,
    ]),
  ) as DriftTotals
  const findings = passing.filter(isListed)
  return { totals, findings, hidden: wanted.filter(isListed).length - findings.length }
}

/** Findings, and a technology with the uses that they count. */
interface CountedFindings {
  findings: readonly FoundDrift[]
  of: (technology: Technology) => Technology
}

const sameTechnology: CountedFindings['of'] = (technology) => technology

/** The findings that concern the projects of a filter; their numbers count the use by these projects. */
function* findingsOf(
  { landscape, lookAlikes, groups, review }: DriftSource,
  users: UserFilter,
  isSignedIn: boolean,
): Generator<void, CountedFindings> {
  const view = narrowed(landscape, users, isSignedIn)
  const bySlug = new Map(view.technologies.map((one) => [one.slug, one]))
  const of = (technology: Technology): Technology =>
    bySlug.get(technology.slug) ?? { ...technology, projects: [], repositories: [] }
  const narrowedGroups = groups.map((group) => ({
    ...group,
    technologies: group.technologies.map(of),
  }))
  const used = { ...view, technologies: view.technologies.filter(isInUse) }
  const drift = yield* findDrift(used, {
    review,
    lookAlikes,
    groups: narrowedGroups.filter(({ technologies }) => technologies.some(isNamed)),
  })
  return { findings: drift.findings, of }
}

function isNamed({ projects }: Technology): boolean {
  return projects.length > 0
}

/** The findings about one technology: those that name it, and its own look-alikes instead of their groups. */
function findingsAbout(
  { lookAlikes, landscape }: DriftSource,
  { findings, of }: CountedFindings,
  technology: string,
): FoundDrift[] {
  const wanted = landscape.find(technology)
  if (wanted === undefined) return []
  const about = findings.filter(
    (finding) =>
      finding.kind !== LOOK_ALIKE &&
      (finding.technology === wanted.name ||
        (finding.subject.type !== 'project' && finding.subject.name === wanted.name)),
  )
  const shared = new Set(sharedNames(landscape))
  if (!shared.has(wanted)) return about
  const alike = lookAlikes(wanted.name)
    .filter((other) => shared.has(other.technology))
    .slice(0, MAX_LOOK_ALIKES)
    .map(({ technology: other, why }) => ({
      technologies: [wanted, other].map(of),
      omitted: 0,
      why,
    }))
  const named = alike.filter(({ technologies }) => technologies.some(isNamed))
  return [...about, ...named.map(lookAlikeFinding)]
}
