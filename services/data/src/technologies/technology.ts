import type { TechnologyDetails, TechnologyRow } from './reply.ts'
import type { LookAlikeIndex } from '../names/look-alike-index.ts'
import type { ProjectUse, RepositoryUse, Technology } from '../join/landscape.ts'
import { publicMove } from '../timeline/moves.ts'
import { plannedFor, type RadarEntry } from '../timeline/radar-entries.ts'
import { isPublic, repositoryCount } from '../join/use.ts'
import { lookAlikeRows } from '../names/look-alike-row.ts'

/** The row of a technology; its numbers count the given projects. */
export function technologyRow(
  technology: Technology,
  projects: readonly ProjectUse[] = technology.projects,
): TechnologyRow {
  const [entry] = technology.entries
  const main = projects.filter(isMain).length
  return {
    name: technology.name,
    slug: technology.slug,
    quadrant: entry?.quadrant.name ?? null,
    ring: entry?.ring?.id ?? null,
    movedOn: entry?.since ?? null,
    planned: plannedFor(entry),
    projects: projects.length,
    mainProjects: main,
    otherProjects: projects.length - main,
    repositories: repositoryCount(technology),
    lists: [...technology.lists],
    link: technology.link,
  }
}

/**
 * A technology with everything that names it.
 *
 * @param requested the slug or the name of the request
 * @param options `lookAlikes`: of the same landscape; `isSignedIn`: whether the caller may see private and internal repositories
 */
export function technologyDetails(
  technology: Technology,
  requested: string,
  { lookAlikes, isSignedIn }: { lookAlikes: LookAlikeIndex; isSignedIn: boolean },
): TechnologyDetails {
  const isOwnName = [technology.slug, technology.name.toLowerCase()].includes(
    requested.toLowerCase(),
  )
  const { name, slug, entries, projects, repositories, isScanned } = technology
  const [entry, ...others] = entries
  const shown = repositories.filter(({ repository }) => isSignedIn || isPublic(repository))
  const main = projects.filter(isMain).length
  const archived = repositories.filter(({ repository }) => repository.isArchived)
  return {
    name,
    slug,
    ...(!isOwnName && { requestedAs: requested }),
    aliases: [...technology.aliases],
    spellings: [...technology.spellings],
    otherSpellings: technology.otherSpellings,
    radar: entry ? positionOf(entry) : null,
    rings: [...(entry?.rings ?? [])],
    otherEntries: others.map(({ id, title, ring }) => ({ id, title, ring: ring?.id ?? null })),
    lookAlikes: lookAlikeRows(lookAlikes(name)),
    projects: projects.map(({ project, sections }) => ({
      name: project.name,
      slug: project.slug,
      programme: project.programme,
      stage: project.stage,
      uses: [...sections],
    })),
    repositories: isScanned ? shown.map(repositoryRow) : null,
    hiddenRepositories: isScanned ? repositories.length - shown.length : null,
    lists: [...technology.lists],
    totals: {
      projects: projects.length,
      retiredProjects: projects.filter(({ project }) => project.isRetired).length,
      mainProjects: main,
      otherProjects: projects.length - main,
      repositories: repositoryCount(technology),
      archivedRepositories: isScanned ? archived.length : null,
      bytes: isScanned ? repositories.reduce((sum, { bytes }) => sum + bytes, 0) : null,
    },
    link: technology.link,
  }
}

function repositoryRow({ repository, share, bytes }: RepositoryUse) {
  const { name, url, visibility, lastCommit, isArchived } = repository
  return { name, url, visibility, share, bytes, lastCommit, isArchived }
}

function positionOf({ moves, plans, reviews, ...entry }: RadarEntry) {
  const { id, quadrant, ring, since, useInstead, description } = entry
  return {
    id,
    quadrant,
    ring,
    since,
    useInstead,
    description,
    moves: moves.map(publicMove),
    plans: plans.map(publicMove),
    reviews: reviews.map(({ instant: _instant, ...review }) => review),
  }
}

function isMain({ sections }: ProjectUse): boolean {
  return sections.some(({ importance }) => importance === 'main')
}
