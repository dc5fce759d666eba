import { z } from 'zod'
import { LookAlikeRow } from '../names/reply.ts'
import { SECTIONS, type Section } from '../join/section-names.ts'
import { DirectorateRing, Move, Named, Planned, Review, UseInstead } from '../timeline/reply.ts'

const Link = z.string().meta({ description: 'path of its page' })
const Importance = z.enum(['main', 'other'])

const NOT_SCANNED =
  'null for a technology that is not a language, since repositories are scanned for languages only, and ' +
  'while no repository is stored'

/** A position on the radar. */
const Position = z.object({
  id: z.string().meta({ description: 'of the entry' }),
  quadrant: Named,
  ring: Named.nullable().meta({ description: 'null without a position' }),
  since: z.iso.date().nullable().meta({ description: 'date on which it came into the ring' }),
  useInstead: UseInstead.nullable().meta({
    description:
      'the entry to use instead; null when it is absent, or in a ring that advises against it',
  }),
  description: z.string(),
  moves: z.array(Move).meta({ description: 'changes of the ring, the newest first' }),
  plans: z.array(Move).meta({ description: 'announced changes of the ring, the next first' }),
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
      .meta({ description: 'as projects write it, with the number of projects; the 20 most used' }),
    otherSpellings: z.int().meta({ description: 'number of other spellings' }),
    radar: Position.nullable().meta({ description: 'by the directorate of the request' }),
    rings: z.array(DirectorateRing).meta({
      description: 'current ring in each enabled directorate that has its own',
    }),
    otherEntries: z
      .array(z.object({ id: z.string(), title: z.string(), ring: z.string().nullable() }))
      .meta({
        description: 'additional entries of the radar with the same name, usually a mistake',
      }),
    lookAlikes: z.array(LookAlikeRow).meta({
      description:
        'up to five other technologies whose names look like this one, those on the radar first; an alias ' +
        'makes two of them one',
    }),
    projects: z.array(
      z.object({
        name: z.string(),
        slug: z.string().meta({ description: 'its page is `/projects/{slug}`' }),
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
    hiddenRepositories: z
      .int()
      .nullable()
      .meta({
        description: `private and internal repositories, which only signed-in callers see; ${NOT_SCANNED}`,
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
    planned: Planned.nullable(),
    projects: z.int().meta({
      description: 'number of projects that name it and pass the filters, retired ones included',
    }),
    mainProjects: z
      .int()
      .meta({ description: 'number of projects that use it as a main technology' }),
    otherProjects: z.int(),
    repositories: z
      .int()
      .nullable()
      .meta({
        description:
          `that contain the language, archived ones included; ${NOT_SCANNED}, and with \`project\` for anonymous callers ` +
          'when it links to a repository that is not public',
      }),
    lists: z.array(z.string()),
    link: Link,
  })
  .meta({ id: 'TechnologyRow' })
export type TechnologyRow = z.infer<typeof TechnologyRow>

const LeftOut = z
  .object({
    entries: z.int().meta({ description: 'of the radar' }),
    listItems: z.int(),
    languages: z.int().meta({ description: 'of repositories' }),
    projectNames: z.int().meta({ description: 'that only projects use' }),
  })
  .meta({ description: 'numbers of names that exceed a bound and are not part of the landscape' })

/** A page of technologies. */
export const TechnologiesReply = z.object({
  total: z.int().meta({ description: 'total number of matching technologies' }),
  totals: z
    .object({ technologies: z.int(), projects: z.int(), repositories: z.int().nullable() })
    .meta({ description: 'in the landscape, without filters; null while no repository is stored' }),
  leftOut: LeftOut,
  asOf: z
    .object({ repositories: z.string().nullable() })
    .meta({ description: '`last_updated` of the stored repositories; null when it is not known' }),
  technologies: z.array(TechnologyRow),
})
export type TechnologiesReply = z.infer<typeof TechnologiesReply>

/** The filter of a list of technologies; strings are compared ignoring case. */
export interface TechnologyFilter {
  /** Part of a name, an alias or a spelling. */
  q?: string | undefined
  /** Id of a ring. */
  ring?: string | undefined
  /** Id or name of a quadrant. */
  quadrant?: string | undefined
  section?: Section | undefined
  used?: boolean | undefined
  on_radar?: boolean | undefined
  programme?: string | undefined
  /** Name of a project. */
  project?: string | undefined
}
