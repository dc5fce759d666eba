import { z } from 'zod'
import type { LookAlikeIndex } from '../drift/look-alike-index.ts'
import type {
  ProjectUse,
  RadarEntry,
  Repository,
  RepositoryUse,
  Technology,
} from '../join/landscape.ts'
import { repositoryCount } from '../join/use.ts'
import { SECTIONS } from '../join/uses-of-project.ts'
import { Move } from '../radar/moves.ts'
import { Review } from '../radar/reviews.ts'
import { LookAlikeRow, lookAlikeRows } from './look-alike-row.ts'

const Named = z.object({ id: z.string(), name: z.string() })
const Link = z.string().meta({ description: 'path of its page' })
const Importance = z.enum(['main', 'other'])

const DirectorateRing = z.object({
  directorate: z.object({ id: z.union([z.number(), z.string()]), name: z.string() }),
  ring: Named.nullable(),
  since: z.iso.date().nullable(),
})
const NOT_SCANNED =
  'null for a technology that is not a language, since repositories are scanned for languages only, and ' +
  'while no repository is stored'

/** A position on the radar. */
const Position = z.object({
  id: z.string().meta({ description: 'of the entry' }),
  quadrant: Named,
  ring: Named.nullable().meta({ description: 'null without a position' }),
  since: z.iso.date().nullable().meta({ description: 'date on which it came into the ring' }),
  description: z.string(),
  moves: z.array(Move).meta({ description: 'changes of the ring, the newest first' }),
  reviews: z
    .array(Review)
    .meta({ description: 'positions that confirmed the ring, the newest first' }),
})

/** One technology with everything that names it. */
export const TechnologyDetails = z
  .object({
    name: z.string(),
    slug: z.string(),
    requestedAs: z
      .string()
      .optional()
      .meta({ description: 'the alias or spelling of the request, when it is another name' }),
    aliases: z.array(z.string()),
    spellings: z
      .array(z.object({ spelling: z.string(), projects: z.int() }))
      .meta({ description: 'as projects write it, with the number of projects' }),
    radar: Position.nullable().meta({ description: 'by the directorate of the request' }),
    rings: z.array(DirectorateRing).meta({
      description: 'the present ring of each enabled directorate that decided its own',
    }),
    otherEntries: z
      .array(z.object({ id: z.string(), title: z.string(), ring: z.string().nullable() }))
      .meta({ description: 'more entries of the radar with this name, by mistake' }),
    lookAlikes: z.array(LookAlikeRow).meta({
      description:
        'up to five other technologies whose names look like this one, those on the radar first; an alias ' +
        'makes two of them one',
    }),
    projects: z.array(
      z.object({
        name: z.string(),
        programme: z.string(),
        stage: z.string(),
        uses: z.array(z.object({ section: z.enum(SECTIONS), importance: Importance })),
      }),
    ),
    repositories: z
      .array(
        z.object({
          name: z.string(),
          url: z.string(),
          visibility: z.string(),
          share: z.number().nullable().meta({ description: 'percentage of the repository' }),
          bytes: z.number(),
          lastCommit: z.string().nullable(),
          isArchived: z.boolean(),
        }),
      )
      .nullable()
      .meta({ description: `that contain the language; ${NOT_SCANNED}` }),
    hiddenRepositories: z.int().meta({
      description: 'private and internal repositories, which only signed-in callers see',
    }),
    lists: z.array(z.string()).meta({ description: 'technology lists that contain it' }),
    totals: z.object({
      projects: z.int(),
      retiredProjects: z.int(),
      mainProjects: z.int(),
      otherProjects: z.int(),
      repositories: z.int().nullable().meta({ description: NOT_SCANNED }),
      archivedRepositories: z.int().nullable(),
      bytes: z.number().nullable().meta({ description: 'in all repositories' }),
    }),
    link: Link,
  })
  .meta({ id: 'TechnologyDetails' })
export type TechnologyDetails = z.infer<typeof TechnologyDetails>

/** A technology as a row of a list. */
export const TechnologyRow = z
  .object({
    name: z.string(),
    slug: z.string(),
    quadrant: z.string().nullable().meta({ description: 'name; null outside the radar' }),
    ring: z.string().nullable().meta({ description: 'id of the ring; null outside the radar' }),
    movedOn: z.iso.date().nullable(),
    projects: z.int().meta({
      description: 'that name it, retired ones included; with filters, those that pass',
    }),
    mainProjects: z.int().meta({ description: 'that name it as a main technology' }),
    otherProjects: z.int(),
    repositories: z
      .int()
      .nullable()
      .meta({
        description: `that contain the language, archived ones included; ${NOT_SCANNED}`,
      }),
    lists: z.array(z.string()),
    link: Link,
  })
  .meta({ id: 'TechnologyRow' })
export type TechnologyRow = z.infer<typeof TechnologyRow>

/** Whether anonymous callers may see a repository. */
export function isPublic({ visibility }: Pick<Repository, 'visibility'>): boolean {
  return visibility === 'public'
}

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
    radar: entry ? positionOf(entry) : null,
    rings: [...(entry?.rings ?? [])],
    otherEntries: others.map(({ id, title, ring }) => ({ id, title, ring: ring?.id ?? null })),
    lookAlikes: lookAlikeRows(lookAlikes(name)),
    projects: projects.map(({ project, sections }) => ({
      name: project.name,
      programme: project.programme,
      stage: project.stage,
      uses: [...sections],
    })),
    repositories: isScanned ? shown.map(repositoryRow) : null,
    hiddenRepositories: repositories.length - shown.length,
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

function positionOf({ id, quadrant, ring, since, description, moves, reviews }: RadarEntry) {
  return {
    id,
    quadrant,
    ring,
    since,
    description,
    moves: moves.map(({ instant: _instant, previous: _previous, ...move }) => move),
    reviews: reviews.map(({ instant: _instant, ...review }) => review),
  }
}

function isMain({ sections }: ProjectUse): boolean {
  return sections.some(({ importance }) => importance === 'main')
}
