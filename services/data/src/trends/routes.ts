import { DomainError } from '@landscape/contracts/errors/domain-error'
import { TechnologyTrend, TrendsReply } from '@landscape/contracts/landscape-months'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import type { ReadLandscape } from '../join/read-landscape.ts'
import type { ReadTrends } from './read-trends.ts'

interface TrendRoutesDeps {
  readTrends: ReadTrends
  readLandscape: ReadLandscape
  cache: ResponseCache
}

const READ = {
  method: 'get',
  access: 'public',
  tag: 'Landscape',
  conditional: 'read',
  compressed: true,
} as const
const Params = z.object({
  slug: z
    .string()
    .max(200)
    .meta({ description: 'slug or name', param: { example: 'angular' } }),
})
const TOTALS = { projects: 989, onHoldInUse: 36, notOnRadar: 41, missing: 204, repositories: 120 }

/** The kept counts of months: of the landscape, and of one technology. */
export function trendRoutes({ readTrends, readLandscape, cache }: TrendRoutesDeps): Route[] {
  return [
    route({
      ...READ,
      path: '/api/trends',
      id: 'listTrends',
      summary: 'Counts of the landscape by month',
      description:
        'Counts of the last day of each month on which `landscape:keep` ran, or of its end by the history. ' +
        'Twelve months at least, with null where nothing is known. Repositories are the public ones.',
      example: { months: [{ month: '2026-08', ...TOTALS }] },
      reply: TrendsReply,
      async handle({ headers, queued }) {
        const { version, staleSeconds, trends } = await readTrends()
        return cache.respond(
          { name: 'trends', version },
          queued,
          async () => prepareJson(trends()),
          (prepared) => respondPublic(headers, prepared, { staleSeconds }),
        )
      },
    }),
    route({
      ...READ,
      path: '/api/trends/:slug',
      id: 'getTrend',
      summary: 'Counts of one technology by month',
      description: 'Accepts a slug, a name, an alias or a spelling.',
      example: {
        name: 'Angular',
        slug: 'angular',
        months: [{ month: '2026-08', projects: 8, repositories: null, ring: 'hold' }],
      },
      params: Params,
      reply: TechnologyTrend,
      codes: ['not-found'],
      async handle({ params: { slug }, headers, queued }) {
        const { etag, staleSeconds, load } = await readLandscape()
        const { landscape } = await load()
        const technology = landscape.find(slug)
        if (!technology) throw new DomainError('not-found', 'No technology has this name')
        const kept = await readTrends()
        return cache.respond(
          { name: JSON.stringify(['trend', technology.slug]), version: `${etag} ${kept.version}` },
          queued,
          async () => prepareJson(kept.trendOf(technology)),
          (prepared) => respondPublic(headers, prepared, { staleSeconds }),
        )
      },
    }),
  ]
}
