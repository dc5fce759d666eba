import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { createJsonResponder, LANDSCAPE_READ, slugParams } from '../reads/responders.ts'
import type { ReadLandscape } from '../join/read-landscape.ts'
import type { ReadTrends } from '../reads/kept-months.ts'
import { TechnologyTrend, TrendsReply } from '../reads/reply.ts'

interface TrendRoutesDeps {
  readTrends: ReadTrends
  readLandscape: ReadLandscape
  cache: ResponseCache
}

const READ = { ...LANDSCAPE_READ, access: 'public', tag: 'Landscape' } as const

/** The kept counts of months: of the landscape, and of one technology. */
export function trendRoutes({ readTrends, readLandscape, cache }: TrendRoutesDeps): Route[] {
  const respondAll = createJsonResponder<TrendsReply>(cache)
  const respondOne = createJsonResponder<TechnologyTrend>(cache)
  return [
    route({
      ...READ,
      path: '/api/trends',
      id: 'listTrends',
      summary: 'Counts of the landscape by month',
      description:
        'Counts of the last day of each month on which `landscape:keep` ran, or of its end by the history. ' +
        'Twelve months at least, with null where nothing is known. Repositories are the public ones.',
      reply: TrendsReply,
      async handle(call) {
        const { version: etag, staleSeconds, trends } = await readTrends()
        return respondAll(call, {
          name: ['trends'],
          version: { etag, staleSeconds },
          build: trends,
        })
      },
    }),
    route({
      ...READ,
      path: '/api/trends/:slug',
      id: 'getTrend',
      summary: 'Counts of one technology by month',
      description: 'Accepts a slug, a name, an alias or a spelling.',
      params: slugParams('angular'),
      reply: TechnologyTrend,
      codes: ['not-found'],
      async handle({ params: { slug }, ...call }) {
        const version = await readLandscape()
        const technology = (await version.load()).landscape.find(slug)
        if (!technology) throw new DomainError('not-found', 'No technology has this name')
        const kept = await readTrends()
        const build = () => kept.trendOf(technology)
        const name = ['trend', technology.slug]
        return respondOne(call, { name, version, variant: kept.version, build })
      },
    }),
  ]
}
