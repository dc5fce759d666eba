import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { rolesOf } from '@landscape/contracts/ring-roles'
import { MAX_LANGUAGES, MAX_LISTED, type ProjectDetails, type ProjectRow } from './reply.ts'
import type { Importance, Section } from '../join/section-names.ts'
import { missingIn } from './missing-in.ts'
import { contact, type MayShow } from '../csv/columns.ts'
import { filterDrift, type DriftSource } from '../drift/filter-drift.ts'
import type { Landscape, Project, Repository } from '../join/landscape.ts'
import { isAllPublic, isPublic } from '../join/use.ts'
import { plannedFor } from '../timeline/radar-entries.ts'
import { projectIndexOf, projectLink } from '../join/project-index.ts'

/** The row of a project for signed-in or anonymous callers. */
export function projectRow(
  project: Project,
  landscape: Landscape,
  isSignedIn: boolean,
): ProjectRow {
  const { name, slug, programme, stage, technologies, dependencies } = project
  const repositories = seenRepositories(project, isSignedIn)
  const isKnown = landscape.repositories.length > 0 && (isSignedIn || isAllPublic(project))
  const { isAdvisedAgainst } = rolesOf(landscape.source.radar)
  const rings = [...technologies.keys()].map(
    ({ entries: [entry] }) => entry && landscape.entryFor(entry),
  )
  return {
    name,
    slug,
    programme,
    stage,
    totals: {
      technologies: technologies.size,
      onHold: rings.filter((entry) => isAdvisedAgainst(entry?.ring?.id)).length,
      repositories: isKnown ? repositories.length : null,
      dependsOn: dependencies.length,
      dependents: projectIndexOf(landscape.projects).dependentsOf(project).size,
    },
    lastCommit: isKnown ? newestOf(repositories) : null,
    missing: [...missingIn(project, landscape.projects, isSignedIn)],
    link: projectLink(project, landscape),
  }
}

/**
 * A project with everything that it names and that names it.
 *
 * @param options `mayShow`: the e-mail addresses that the caller may see
 */
export function* projectDetails(
  project: Project,
  drift: DriftSource,
  { isSignedIn, mayShow }: { isSignedIn: boolean; mayShow: MayShow },
): Generator<void, ProjectDetails> {
  const { landscape } = drift
  const { description, programme, stored } = project
  const { named, dependentsOf } = projectIndexOf(landscape.projects)
  const { findings } = yield* filterDrift(drift, { project: project.slug }, isSignedIn)
  const row = projectRow(project, landscape, isSignedIn)
  return {
    ...row,
    description,
    programme: { name: programme, shortName: stored.programmeShortName.trim() },
    contacts: {
      technical: contact(stored.people, 'Technical Contact', mayShow),
      deliveryManager: contact(stored.people, 'Delivery Manager', mayShow),
    },
    technologies: technologiesOf(project, landscape),
    repositories: seenRepositories(project, isSignedIn).slice(0, MAX_LISTED).map(repositoryRow),
    dependsOn: project.dependencies.slice(0, MAX_LISTED).map(({ name, description }) => {
      return { name, slug: named(name)?.slug ?? null, description }
    }),
    dependents: [...dependentsOf(project)]
      .slice(0, MAX_LISTED)
      .map(({ name, slug }) => ({ name, slug })),
    findings: findings.slice(0, MAX_LISTED).map((finding) => {
      const { kind, technology, evidence, link } = finding
      return { kind, technology, evidence, link }
    }),
    totals: { ...row.totals, findings: findings.length },
    leftOut: project.leftOut,
  }
}

function technologiesOf({ technologies }: Project, landscape: Landscape) {
  return [...technologies].slice(0, MAX_LISTED).flatMap(([technology, uses]) => {
    const { name, slug, entries } = technology
    const entry = entries[0] && landscape.entryFor(entries[0])
    return uses.map(({ section, importance }) => ({
      name,
      slug,
      section,
      use: useIn(section, importance),
      ring: entry?.ring?.id ?? null,
      since: entry?.since ?? null,
      planned: plannedFor(entry),
    }))
  })
}

/** Two sections do not distinguish main technologies. */
function useIn(section: Section, importance: Importance): 'main' | 'others' | null {
  if (section === 'hosting' || section === 'source-control') return null
  return importance === 'main' ? 'main' : 'others'
}

/** The repositories of a project that a caller may see. */
function seenRepositories({ repositories }: Project, isSignedIn: boolean): Repository[] {
  return repositories.filter((one) => isSignedIn || isPublic(one))
}

/** The newest instant, as stored. */
function newestOf(repositories: readonly Repository[]): string | null {
  const instantOf = (commit: string) => parseIsoInstant(commit) ?? -Infinity
  const commits = repositories.flatMap(({ lastCommit }) => lastCommit ?? [])
  const [newest] = commits.toSorted((a, b) => instantOf(b) - instantOf(a))
  return newest ?? null
}

function repositoryRow({ name, url, lastCommit, isArchived, languages }: Repository) {
  const sorted = languages.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))
  const shown = sorted.slice(0, MAX_LANGUAGES)
  return {
    name,
    url,
    lastCommit,
    archived: isArchived,
    languages: shown.map(({ technology, share }) => ({ name: technology.name, share })),
  }
}
