import { type Kind, KINDS } from './reply.ts'
import { isRecommended, rolesOf } from '@landscape/contracts/ring-roles'
import { countText, dateText } from '@landscape/views/text'
import type { Landscape, Technology } from '../join/landscape.ts'
import type { RadarEntry } from '../timeline/radar-entries.ts'
import { isInUse, useOf } from '../join/use.ts'
import type { ChangedEntries } from './changed-entries.ts'
import { finding, type FoundDrift, LOOK_ALIKE } from './finding.ts'
import type { LookAlikeIndex, Resemblance } from '../names/look-alike-index.ts'
import { findLookAlikes, type LookAlike, type LookAlikes } from '../names/look-alikes.ts'
import { undeclaredLanguages, unknownRepositories } from './project-rules.ts'

type Rule = (landscape: Landscape, context: Context) => FoundDrift[]

/** Decides whether an entry was reviewed. */
export interface Review {
  /** Milliseconds since the epoch: entries need a change after it. */
  since: number
  months: number
  /** The entries whose text changed after it, by the recorded history. */
  changed: ChangedEntries
}

/** Inputs of the rules in addition to the technologies and projects of a part. */
interface Context {
  review: Review
  lookAlikes: LookAlikeIndex
  /** The groups of look-alikes, if they are known. */
  groups?: readonly LookAlike[]
}

/** The rule of each kind that looks at one technology or one project at a time. */
const RULES_BY_KIND: Readonly<Record<Exclude<Kind, typeof LOOK_ALIKE>, Rule>> = {
  'on-hold-in-use': onHoldInUse,
  'not-on-radar': notOnRadar,
  'unused-on-radar': unusedOnRadar,
  'undeclared-language': undeclaredLanguages,
  'unknown-repository': unknownRepositories,
  'not-reviewed': notReviewed,
}

/** Findings by kind, and what look-alikes leave out. */
export interface Findings extends LookAlikes {
  findings: FoundDrift[]
}

/** All findings by kind; a generator, so that `inSlices` can serve requests in the meantime. */
export function* findDrift(landscape: Landscape, context: Context): Generator<void, Findings> {
  const findings: FoundDrift[] = []
  const alike = context.groups
    ? { groups: context.groups, omitted: 0, notCompared: 0 }
    : yield* findLookAlikes(sharedNames(landscape))
  for (const kind of KINDS) {
    if (kind === LOOK_ALIKE) {
      for (const group of alike.groups) {
        findings.push(lookAlikeFinding(group))
        yield
      }
      continue
    }
    for (const slice of partsOf(landscape)) {
      for (const finding of RULES_BY_KIND[kind](slice, context)) findings.push(finding)
      yield
    }
  }
  return { findings, ...alike }
}

function onHoldInUse({ technologies, source }: Landscape): FoundDrift[] {
  const { isAdvisedAgainst } = rolesOf(source.radar)
  return technologies.flatMap((technology) => {
    const entry = technology.entries.find(({ ring }) => isAdvisedAgainst(ring?.id))
    const { projects, repositories } = useOf(technology)
    const count = projects.length + repositories.length
    if (!entry || count === 0) return []
    const users = [
      projects.length > 0 && `named by ${countText(projects.length, 'project')}`,
      repositories.length > 0 &&
        `contained in ${countText(repositories.length, 'repository', 'repositories')}`,
    ]
    const evidence = `In ${nameOf(entry)}${sinceOf(entry)}, but still ${users.filter(Boolean).join(' and ')}${insteadOf(entry)}`
    const repositoryTotal = technology.isScanned ? repositories.length : null
    return [finding('on-hold-in-use', technology, { evidence, projects, repositoryTotal, count })]
  })
}

function insteadOf({ useInstead }: RadarEntry): string {
  return useInstead === null ? '' : `; use ${useInstead.title} instead`
}

function notOnRadar({ technologies, find }: Landscape, { lookAlikes }: Context): FoundDrift[] {
  return technologies.flatMap((technology) => {
    const { entries, slug } = technology
    const { projects } = useOf(technology)
    if (entries.length > 0 || projects.length === 0) return []
    // Of all projects, also when a filter counts some.
    if (useOf(find(slug) ?? technology).projects.length < 2) return []
    const evidence =
      `${countText(projects.length, 'project names', 'projects name')} it, and the radar does not contain it` +
      (lookAlikes(technology.name).map(exceptLookAlike)[0] ?? '')
    return [finding('not-on-radar', technology, { evidence, projects, count: projects.length })]
  })
}

/** The first look-alike is on the radar when any is. */
function exceptLookAlike({ technology: { name, entries }, why }: Resemblance): string {
  const [entry] = entries
  return entry ? `, but it contains ${name} (${nameOf(entry) || 'without a ring'}): ${why}` : ''
}

function unusedOnRadar({ technologies, source }: Landscape): FoundDrift[] {
  const { roleOf } = rolesOf(source.radar)
  return technologies.flatMap((technology) => {
    const entry = technology.entries.find(({ ring }) => isRecommended(roleOf(ring?.id)))
    if (!entry || isInUse(technology)) return []
    const evidence = `In ${nameOf(entry)}${sinceOf(entry)}, but ${withoutUse(technology)}`
    return [finding('unused-on-radar', technology, { evidence, projects: [], count: 0 })]
  })
}

/** The evidence that a technology is not in use, no stronger than the documents. */
function withoutUse(technology: Technology): string {
  const { projects, repositories, isScanned } = technology
  const inProjects = `named by no project${exceptions(projects.length, 'retired one')}`
  if (!isScanned) return inProjects
  return `${inProjects} and contained in no repository${exceptions(repositories.length, 'archived one')}`
}

function exceptions(count: number, one: string): string {
  return count === 0 ? '' : ` except ${countText(count, one)}`
}

/** The technologies whose names are compared: one that a single project uses would let it fill the list. */
export function sharedNames({ technologies }: Landscape): Technology[] {
  return technologies.filter(({ projects }) => projects.length >= 2)
}

/** One finding about the names of a group, or about one technology and its look-alikes. */
export function lookAlikeFinding({ technologies, omitted, why }: LookAlike): FoundDrift {
  const [first, second = first] = technologies as readonly [Technology, ...Technology[]]
  const projects = [
    ...new Set(technologies.flatMap((one) => one.projects.map(({ project }) => project))),
  ]
  const names = technologies.map(
    ({ name, projects: uses }) => `${name} (${countText(uses.length, 'project')})`,
  )
  const more = omitted === 0 ? '' : ` and ${countText(omitted, 'other name')}`
  return finding(LOOK_ALIKE, first, {
    evidence: `${names.slice(0, -1).join(', ')} and ${names.at(-1)}${more}: ${why}`,
    projects,
    count: projects.length,
    subject: { type: 'technology', name: second.name },
  })
}

function notReviewed(landscape: Landscape, { review }: Context): FoundDrift[] {
  return landscape.technologies.flatMap((technology) =>
    technology.entries.flatMap((entry) => notReviewedEntry(technology, entry, landscape, review)),
  )
}

function notReviewedEntry(
  technology: Technology,
  entry: RadarEntry,
  landscape: Landscape,
  review: Review,
): FoundDrift[] {
  const isPlanned = entry.ring === null && entry.plans.length > 0
  const isIgnored = entry.ring?.id.toLowerCase() === 'ignore'
  if (isPlanned || isIgnored || wasReviewed(entry, review)) return []
  const last = entry.lastPosition
  const evidence =
    last === null ? undated(landscape) : `${lastEvent(entry, last)}${unchangedText(review)}`
  const months = last === null ? review.months : monthsBetween(last, review)
  const { projects } = useOf(technology)
  return [
    finding('not-reviewed', technology, {
      evidence,
      projects,
      count: months,
      subject: { type: 'entry', name: entry.title },
    }),
  ]
}

/** The last position: one that repeats the ring is a review, not a move. */
function lastEvent({ reviews }: RadarEntry, last: number): string {
  const isReview = reviews.some(({ instant }) => instant === last)
  return `${isReview ? 'Last reviewed on' : 'No move since'} ${dateText(last)}`
}

/** Other directorates may have dated positions. */
function undated({ directorate, directorates }: Landscape): string {
  return directorates.enabled.length > 1
    ? `No position of ${directorate.name} has a date`
    : 'Its timeline has no date'
}

/** The part about the text; none while the history is shorter than the rule. */
function unchangedText({ since, months, changed }: Review): string {
  if (changed.since === undefined || changed.since > since) return ''
  return `, and no change of its text for ${countText(months, 'month')}`
}

/** The name of its ring; empty without one. */
function nameOf({ ring }: RadarEntry): string {
  return ring?.name ?? ''
}

function sinceOf({ since }: RadarEntry): string {
  return since === null ? '' : ` since ${dateText(since)}`
}

function wasReviewed({ id, lastPosition }: RadarEntry, { since, changed }: Review): boolean {
  return changed.ids.has(id) || (lastPosition !== null && lastPosition >= since)
}

const MONTH_MS = (365.25 / 12) * 24 * 60 * 60 * 1_000

/** Complete months from an instant to the time of the review. */
function monthsBetween(instant: number, { since, months }: Review): number {
  return months + Math.floor((since - instant) / MONTH_MS)
}

const TECHNOLOGIES_OF_PART = 10
const PROJECTS_OF_PART = 100

/** A landscape in parts, each with some technologies or some projects: a rule needs one at a time. */
function* partsOf(landscape: Landscape): Generator<Landscape> {
  const { technologies, projects } = landscape
  for (let i = 0; i < technologies.length; i += TECHNOLOGIES_OF_PART)
    yield {
      ...landscape,
      technologies: technologies.slice(i, i + TECHNOLOGIES_OF_PART),
      projects: [],
    }
  for (let i = 0; i < projects.length; i += PROJECTS_OF_PART)
    yield { ...landscape, technologies: [], projects: projects.slice(i, i + PROJECTS_OF_PART) }
}
