import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import {
  MAX_LANGUAGES,
  MAX_LISTED,
  type ProjectDetails,
  type ProjectRow,
} from '@landscape/contracts/project-replies'
import type { Section } from '@landscape/contracts/technology-replies'
import { missingIn } from '../completeness/missing-in.ts'
import { contact, type MayShow } from '../csv/columns.ts'
import { evidenceFor } from '../drift/finding.ts'
import { filterDrift, type Drift } from '../drift/read-drift.ts'
import type { Landscape, Project, RadarEntry, Repository, Technology } from '../join/landscape.ts'
import { isPublic } from '../technologies/technology.ts'
import { projectIndexOf, projectLink } from './project-index.ts'

/** The row of a project for signed-in or anonymous callers. */
export function projectRow(
  project: Project,
  landscape: Landscape,
  isSignedIn: boolean,
): ProjectRow {
  const { name, slug, programme, stage, technologies } = project
  const repositories = seenRepositories(project, isSignedIn)
  return {
    name,
    slug,
    programme,
    stage,
    technologies: technologies.size,
    onHold: onHoldIn(project, landscape),
    repositories: landscape.repositories.length > 0 ? repositories.length : null,
    lastCommit: newestOf(repositories),
    dependents: projectIndexOf(landscape.projects).dependentsOf(project).size,
    missing: missingIn(project, landscape.projects, isSignedIn),
    link: projectLink(project, landscape),
  }
}

/**
 * A project with everything that it names and that names it.
 *
 * @param options `mayShow`: the e-mail addresses that the caller may see
 */
export function projectDetails(
  project: Project,
  drift: Pick<Drift, 'findings' | 'version' | 'lookAlikes'>,
  { isSignedIn, mayShow }: { isSignedIn: boolean; mayShow: MayShow },
): ProjectDetails {
  const { landscape } = drift.version
  const { programme, ...row } = projectRow(project, landscape, isSignedIn)
  const { description, stored } = project
  const { named, dependentsOf } = projectIndexOf(landscape.projects)
  const { findings } = filterDrift(drift, { project: project.slug }, isSignedIn)
  return {
    name: row.name,
    slug: row.slug,
    description,
    programme: { name: programme, shortName: stored.programmeShortName.trim() },
    stage: row.stage,
    contacts: {
      technical: contact(stored.people, 'Technical Contact', mayShow),
      deliveryManager: contact(stored.people, 'Delivery Manager', mayShow),
    },
    technologies: [...project.technologies].slice(0, MAX_LISTED).flatMap(([technology, uses]) => {
      const { name, slug } = technology
      const { ring, since = null } = entryOf(technology, landscape) ?? {}
      return uses.map(({ section, importance }) => {
        const use = importance === 'other' ? 'others' : 'main'
        return {
          name,
          slug,
          section,
          use: WITHOUT_USE.has(section) ? null : use,
          ring: ring?.id ?? null,
          since,
        }
      })
    }),
    repositories: seenRepositories(project, isSignedIn).slice(0, MAX_LISTED).map(repositoryRow),
    dependsOn: stored.dependencies.slice(0, MAX_LISTED).map(({ name, description = '' }) => {
      return { name, slug: named(name)?.slug ?? null, description }
    }),
    dependents: [...dependentsOf(project)]
      .slice(0, MAX_LISTED)
      .map(({ name, slug }) => ({ name, slug })),
    findings: findings.slice(0, MAX_LISTED).map((finding) => {
      const { kind, technology, link } = finding
      return { kind, technology, evidence: evidenceFor(finding, isSignedIn), link }
    }),
    missing: row.missing,
    totals: {
      technologies: row.technologies,
      onHold: row.onHold,
      repositories: row.repositories,
      dependsOn: stored.dependencies.length,
      dependents: row.dependents,
      findings: findings.length,
    },
    lastCommit: row.lastCommit,
    link: row.link,
  }
}

/** Sections that do not distinguish main technologies. */
const WITHOUT_USE: ReadonlySet<Section> = new Set(['hosting', 'source-control'])

/** The entry of a technology with the ring of the directorate. */
function entryOf({ entries: [entry] }: Technology, landscape: Landscape): RadarEntry | undefined {
  return entry && landscape.seen(entry)
}

function onHoldIn({ technologies }: Project, landscape: Landscape): number {
  const rings = [...technologies.keys()].map((one) => entryOf(one, landscape)?.ring?.id)
  return rings.filter((id) => id?.toLowerCase() === 'hold').length
}

/** The repositories of a project that a caller may see. */
function seenRepositories({ repositories }: Project, isSignedIn: boolean): Repository[] {
  return repositories.filter((one) => isSignedIn || isPublic(one))
}

/** The newest instant, as stored. */
function newestOf(repositories: readonly Repository[]): string | null {
  const dated = repositories.flatMap(({ lastCommit }) => {
    const instant = lastCommit === null ? undefined : parseIsoInstant(lastCommit)
    return instant === undefined ? [] : [{ lastCommit, instant }]
  })
  return dated.toSorted((a, b) => b.instant - a.instant)[0]?.lastCommit ?? null
}

function repositoryRow({ name, url, lastCommit, isArchived, languages }: Repository) {
  return {
    name,
    url,
    lastCommit,
    archived: isArchived,
    languages: languages
      .toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))
      .slice(0, MAX_LANGUAGES)
      .map(({ technology, share }) => ({ name: technology.name, share })),
  }
}
