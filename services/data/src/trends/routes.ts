import { DomainError } from '@landscape/contracts/errors/domain-error'
import {
  TechnologyTrend,
  TrendsReply,
  type LandscapeMonths,
} from '@landscape/contracts/landscape-months'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import { readOr } from '@landscape/http/responses/documents'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import type { Documents } from '@landscape/store/documents/open-documents'
import { z } from 'zod'
import type { ReadLandscape } from '../join/read-landscape.ts'
import { technologyTrend, trends } from './trends.ts'

interface TrendRoutesDeps {
  documents: Documents<'landscapeMonths'>
  readLandscape: ReadLandscape
  cache: ResponseCache
  /** Milliseconds since the epoch. */
  now: () => number
}

const NO_MONTHS: LandscapeMonths = []
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
export function trendRoutes({ documents, readLandscape, cache, now }: TrendRoutesDeps): Route[] {
  const month = () => new Date(now()).toISOString().slice(0, 7)
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
        const version = await readOr(documents.landscapeMonths, NO_MONTHS)
        const { staleSeconds } = version
        return cache.respond(
          { name: 'trends', version: `${version.etag} ${month()}` },
          queued,
          async () => prepareJson(trends(version.value, month())),
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
        const { landscape, etag, staleSeconds } = await readLandscape()
        const technology = landscape.find(slug)
        if (!technology) throw new DomainError('not-found', 'No technology has this name')
        const stored = await readOr(documents.landscapeMonths, NO_MONTHS)
        return cache.respond(
          {
            name: JSON.stringify(['trend', technology.slug]),
            version: `${etag} ${stored.etag} ${month()}`,
          },
          queued,
          async () => prepareJson(technologyTrend(technology, stored.value, month())),
          (prepared) => respondPublic(headers, prepared, { staleSeconds }),
        )
      },
    }),
  ]
}
