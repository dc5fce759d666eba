import { SECTIONS } from '@landscape/contracts/technology-replies'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { formatRowCursor } from '@landscape/contracts/row-page'
import { inOrder, listParameters } from '@landscape/http/request/list-query'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { DirectorateQuery } from '../directorates/directorate-query.ts'
import { MAX_LOOK_ALIKES, type Resemblance } from '../drift/look-alike-index.ts'
import { findingRow } from '../drift/finding.ts'
import { filterDrift, type ReadDrift } from '../drift/read-drift.ts'
import type { ReadTrends } from '../trends/read-trends.ts'
import type { ReadLandscape, SeenLandscape } from '../join/read-landscape.ts'
import { listTechnologies, TECHNOLOGY_FILTER, TECHNOLOGY_SORTS } from './list-technologies.ts'
import { nameWithRing } from '@landscape/views/landscape/look-alikes'
import { technologiesPage } from '@landscape/views/landscape/technologies-page'
import { technologyPage } from '@landscape/views/landscape/technology-page'
import { createPageResponder, filled, frameOf, LANDSCAPE_PAGE } from '../join/landscape-page.ts'
import { lookAlikesFor } from './look-alike-row.ts'
import { technologyDetails } from './technology.ts'

interface TechnologyPageDeps {
  readLandscape: ReadLandscape
  readDrift: ReadDrift
  readTrends: ReadTrends
  /** Names that resemble an unknown one, the most similar first. */
  similarNames: (seen: SeenLandscape, name: string) => Promise<readonly string[]>
  cache: ResponseCache
  /** Milliseconds since the epoch. */
  now: () => number
}

const PER_PAGE = 50
const DEFAULT_ORDER = '-projects'

const ANY_OR_FLAG = z
  .enum(['', 'true', 'false'])
  .transform((text) => (text === '' ? undefined : text === 'true'))

/** Pages of all technologies, and of one. */
export function technologyPageRoutes(deps: TechnologyPageDeps): Route[] {
  return [listPageRoute(deps), onePageRoute(deps)]
}

function listPageRoute({ readLandscape, cache }: TechnologyPageDeps): Route {
  const respond = createPageResponder(cache)
  const { sort, cursor } = listParameters(TECHNOLOGY_SORTS, {
    sort: '-projects',
    position: [8, 'angular'],
  })
  return route({
    ...LANDSCAPE_PAGE,
    path: '/technologies',
    id: 'showTechnologies',
    summary: 'Page of all technologies, with filters',
    description:
      'A table in pages of 50 technologies, sorted by the number of projects by default.',
    query: z
      .object({
        ...TECHNOLOGY_FILTER,
        // A form sends its empty fields.
        section: z
          .enum(['', ...SECTIONS], `section is one of ${SECTIONS.join(', ')}`)
          .optional()
          .meta(TECHNOLOGY_FILTER.section.meta() ?? {}),
        used: ANY_OR_FLAG.optional().meta(TECHNOLOGY_FILTER.used.meta() ?? {}),
        on_radar: ANY_OR_FLAG.optional().meta(TECHNOLOGY_FILTER.on_radar.meta() ?? {}),
        sort,
        cursor,
      })
      .refine(...inOrder(DEFAULT_ORDER)),
    async handle({ query, ...call }) {
      const { directorate, sort = DEFAULT_ORDER, cursor, ...fields } = query
      const version = await readLandscape(directorate || undefined)
      const filter = filled(fields)
      const page = { sort, cursor, limit: PER_PAGE }
      return respond(call, {
        name: ['technologies', filter, page, version.directorate.id],
        version,
        build: async () => {
          const { landscape } = await version.load()
          const { body, next } = listTechnologies(landscape, filter, page)
          const paging = { isFirst: cursor === undefined, next: next && formatRowCursor(next) }
          return technologiesPage(body, { filter, sort, paging }, frameOf(landscape))
        },
      })
    },
  })
}

function onePageRoute({
  readDrift,
  readTrends,
  similarNames,
  cache,
  now,
}: TechnologyPageDeps): Route {
  const respond = createPageResponder(cache)
  return route({
    ...LANDSCAPE_PAGE,
    path: '/technologies/:slug',
    id: 'showTechnology',
    summary: 'Page of one technology',
    description:
      'Its ring and moves, and the projects, repositories and lists that name it. ' +
      'Accepts a slug, a name, an alias or a spelling. A 404 links to up to five similar ' +
      'technologies.',
    params: z.object({
      slug: z
        .string()
        .max(200)
        .meta({ description: 'slug or name', param: { example: 'angular' } }),
    }),
    query: z.object({ directorate: DirectorateQuery }),
    codes: ['not-found'],
    async handle({ params: { slug }, query: { directorate }, ...call }) {
      const version = await readDrift(directorate || undefined)
      const kept = await readTrends()
      const today = new Date(now()).setUTCHours(0, 0, 0, 0)
      return respond(call, {
        name: ['technology', slug, version.directorate.id],
        version,
        variant: `${today} ${kept.version}`,
        async build(isSignedIn) {
          const drift = await version.load()
          const technology = drift.landscape.find(slug)
          if (!technology) {
            const similar = await similarNames(drift, slug)
            throw notFound(drift, [...drift.lookAlikes(slug).map(nameOf), ...similar])
          }
          return technologyPage(
            technologyDetails(technology, slug, { lookAlikes: drift.lookAlikes, isSignedIn }),
            {
              lookAlikes: lookAlikesFor(technology, drift.lookAlikes, isSignedIn),
              findings: filterDrift(
                drift,
                { technology: technology.name },
                isSignedIn,
              ).findings.map((finding) => findingRow(finding, isSignedIn)),
              trend: kept.trendOf(technology),
              today,
            },
            frameOf(drift.landscape),
          )
        },
      })
    },
  })
}

function nameOf({ technology }: Resemblance): string {
  return technology.name
}

function notFound({ landscape }: SeenLandscape, similar: readonly string[]): DomainError {
  const links = [...new Set(similar)].slice(0, MAX_LOOK_ALIKES).flatMap((name) => {
    const technology = landscape.find(name)
    if (!technology) return []
    const ring = technology.entries[0]?.ring?.name
    return [{ text: nameWithRing({ name: technology.name, ring }), href: technology.link }]
  })
  return new DomainError('not-found', 'No technology has this name', { extensions: { links } })
}
