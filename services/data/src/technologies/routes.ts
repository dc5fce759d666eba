import { DomainError } from '@landscape/contracts'
import {
  prepareJson,
  respondPublic,
  type ResponseCache,
  rowTypes,
  route,
  type Route,
} from '@landscape/http'
import { z } from 'zod'
import type { LandscapeVersion } from '../join/read-landscape.ts'
import { SECTIONS } from '../join/uses-of-project.ts'
import { TECHNOLOGIES_EXAMPLE, TECHNOLOGY_EXAMPLE } from './examples.ts'
import { filterTechnologies } from './filter-technologies.ts'
import { pageRows } from './page-rows.ts'
import { createRowsResponder, listParameters, NEXT_PAGE, OTHER_ORDER } from './respond-rows.ts'
import { technologyDetails, TechnologyDetails, TechnologyRow } from './technology.ts'

interface TechnologyDeps {
  readLandscape: () => Promise<LandscapeVersion>
  /** Names that resemble an unknown one, the most similar first. */
  similarNames: (version: LandscapeVersion, name: string) => Promise<readonly string[]>
  cache: ResponseCache
}

const READ = {
  method: 'get',
  tag: 'Technologies',
  access: 'public',
  conditional: 'read',
  compressed: true,
} as const

const SORTS = {
  name: ({ name }: TechnologyRow) => name.toLowerCase(),
  projects: ({ projects }: TechnologyRow) => projects,
  repositories: ({ repositories }: TechnologyRow) => repositories,
  moved: ({ movedOn }: TechnologyRow) => movedOn ?? '',
}
type SortKey = keyof typeof SORTS

const Text = z.string().max(200)
const Flag = z.enum(['true', 'false']).transform((text) => text === 'true')
/** Filters of the list and of its page. */
const TECHNOLOGY_FILTER = {
  q: Text.optional().meta({ description: 'part of a name, alias or spelling', examples: ['angu'] }),
  ring: Text.optional().meta({ description: 'id of a ring', examples: ['hold'] }),
  quadrant: Text.optional().meta({ description: 'id or name of a quadrant', examples: ['1'] }),
  section: z
    .enum(SECTIONS, `section is one of ${SECTIONS.join(', ')}`)
    .optional()
    .meta({ description: 'section in which a project names it', examples: ['frameworks'] }),
  used: Flag.optional().meta({
    description: 'whether a project names it or a repository contains it',
    examples: ['true'],
  }),
  on_radar: Flag.optional().meta({ description: 'whether it is on the radar', examples: ['true'] }),
  programme: Text.optional().meta({
    description: 'name of a programme: only technologies of its projects',
    examples: ['Harbour Operations'],
  }),
  project: Text.optional().meta({
    description: 'name of a project: only its technologies',
    examples: ['Harbour Berths'],
  }),
}

const PATH = '/api/technologies'
const COLUMNS = Object.keys(TechnologyRow.shape)
const Technologies = z.object({
  total: z.int().meta({ description: 'technologies that pass the filters, on all pages' }),
  totals: z
    .object({ technologies: z.int(), projects: z.int(), repositories: z.int() })
    .meta({ description: 'in the landscape, without filters' }),
  technologies: z.array(TechnologyRow),
})
type Technologies = z.infer<typeof Technologies>

/** The technologies of the landscape, and one of them. */
export function technologyRoutes(deps: TechnologyDeps): Route[] {
  return [listRoute(deps), oneRoute(deps)]
}

function listRoute({ readLandscape, cache }: TechnologyDeps): Route {
  const respondRows = createRowsResponder(cache)
  return route({
    ...READ,
    path: PATH,
    id: 'listTechnologies',
    summary: 'All technologies with their ring and the number of projects and repositories',
    description:
      'Joins the projects, the radar, the repositories and the technology lists. Names are equal when they differ only in case, spaces, `-`, `_`, `/` or the dot before a suffix; aliases belong to their name. Complete unless `limit` is given.',
    example: TECHNOLOGIES_EXAMPLE,
    ...rowTypes(COLUMNS, TECHNOLOGIES_EXAMPLE.technologies),
    query: z
      .object({
        ...TECHNOLOGY_FILTER,
        ...listParameters(Object.keys(SORTS), {
          sort: 'name',
          position: ['angular', 'angular'],
        }),
      })
      .refine(({ cursor, sort = 'name' }) => (cursor?.sort ?? sort) === sort, OTHER_ORDER),
    reply: Technologies,
    replyHeaders: NEXT_PAGE,
    async handle({ query, ...call }) {
      const version = await readLandscape()
      const { limit, cursor, sort = 'name', format: _format, ...filter } = query
      return respondRows<Technologies>(call, {
        path: PATH,
        columns: COLUMNS,
        query,
        version,
        rowsOf: ({ technologies }) => technologies,
        build: () => {
          const found = filterTechnologies(version.landscape, filter)
          const valueOf = SORTS[sort.replace('-', '') as SortKey]
          const order = { sort, valueOf, keyOf: ({ slug }: TechnologyRow) => slug }
          const { rows, next } = pageRows(found, order, { limit, cursor })
          const { technologies, projects, repositories } = version.landscape
          const totals = {
            technologies: technologies.length,
            projects: projects.length,
            repositories: repositories.length,
          }
          return { body: { total: found.length, totals, technologies: rows }, next }
        },
      })
    },
  })
}

function oneRoute({ readLandscape, similarNames, cache }: TechnologyDeps): Route {
  return route({
    ...READ,
    path: `${PATH}/:slug`,
    id: 'getTechnology',
    summary: 'One technology: its ring, its projects and its repositories',
    description:
      'Accepts a slug, a name, an alias or a spelling; `requestedAs` repeats an alias or spelling. A 404 names up to three similar technologies in `similar`.',
    example: TECHNOLOGY_EXAMPLE,
    params: z.object({
      slug: z
        .string()
        .max(200)
        .meta({ description: 'slug or name', param: { example: 'angular' } }),
    }),
    reply: TechnologyDetails,
    codes: ['not-found'],
    async handle({ params: { slug }, headers, queued }) {
      const version = await readLandscape()
      const { landscape, etag, staleSeconds } = version
      const technology = landscape.find(slug)
      if (!technology) throw notFound(slug, await similarNames(version, slug))
      const { name } = technology
      const isOwnName = [technology.slug, name.toLowerCase()].includes(slug.toLowerCase())
      return cache.respond(
        { name: JSON.stringify(['technology', slug]), version: etag },
        queued,
        () =>
          prepareJson<TechnologyDetails>({
            ...technologyDetails(technology),
            requestedAs: isOwnName ? undefined : slug,
          }),
        (prepared) => respondPublic(headers, prepared, { staleSeconds }),
      )
    },
  })
}

function notFound(slug: string, similar: readonly string[]): DomainError {
  const nearest = similar.length === 0 ? '' : `; similar: ${similar.join(', ')}`
  return new DomainError('not-found', `No technology has this name${nearest}`, {
    extensions: { similar: [...similar] },
  })
}
