import { type Edition, editionsOf, NOW } from '@landscape/contracts/editions'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { readOr, readRequired } from '@landscape/http/responses/documents'
import { route, type Route } from '@landscape/http/route/route'
import { editionPage, editionsPage } from './page.ts'
import { z } from 'zod'
import { createPageResponder, frameOf, LANDSCAPE_PAGE } from '../reads/responders.ts'
import type { ReadLandscape } from '../join/read-landscape.ts'
import { createDifferenceReader, type DifferenceDeps } from './read-difference.ts'
import {
  editionBy,
  EditionId,
  FILTER,
  NO_EDITIONS,
  pastRadar,
  type RadarRoutesDeps,
} from '../radar/radar-query.ts'

type EditionPageDeps = DifferenceDeps &
  Pick<RadarRoutesDeps, 'cache'> & {
    readLandscape: ReadLandscape
  }

/** The page of all editions of the radar. */
export function editionsPageRoute({
  readLandscape,
  radarEditions,
  cache,
}: Pick<EditionPageDeps, 'readLandscape' | 'radarEditions' | 'cache'>): Route {
  const respond = createPageResponder(cache)
  return route({
    ...LANDSCAPE_PAGE,
    path: '/editions',
    id: 'showEditions',
    summary: 'Page of the editions of the radar',
    description: 'The newest first, each with its changes.',
    query: z.object({ directorate: FILTER.directorate }),
    async handle({ query: { directorate }, ...call }) {
      const version = await readLandscape(directorate || undefined)
      const stored = await readOr(radarEditions, NO_EDITIONS)
      return respond(call, {
        name: ['editions', version.directorate.id],
        version,
        variant: stored.etag,
        build: async (isSignedIn, mayReview) => {
          const { landscape } = await version.load()
          return editionsPage(editionsOf(stored.value), frameOf(landscape, isSignedIn, mayReview))
        },
      })
    },
  })
}

/** The page of an edition of the radar. */
export function editionPageRoute({ readLandscape, cache, ...documents }: EditionPageDeps): Route {
  const respond = createPageResponder(cache)
  const readDifference = createDifferenceReader(documents)
  const holds = async ({ at }: Edition) => {
    const { radar } = documents
    return (await pastRadar(radar, await readRequired(radar), Date.parse(at))) !== undefined
  }
  return route({
    ...LANDSCAPE_PAGE,
    path: '/editions/:id',
    id: 'showEdition',
    summary: 'Page of the changes in an edition of the radar',
    description: `Compared with the edition before it, or with \`since\`. \`${NOW}\` is the present radar.`,
    params: z.object({
      id: EditionId.meta({
        description: `id of an edition, or \`${NOW}\``,
        param: { example: 'spring-2026' },
      }),
    }),
    query: z.object({
      since: EditionId.optional().meta({
        description: 'id of the edition to compare with; by default the one before',
        examples: ['spring-2026'],
      }),
      directorate: FILTER.directorate,
    }),
    codes: ['not-found'],
    async handle({ params: { id }, query: { since, directorate }, ...call }) {
      const wanted = directorate || undefined
      const version = await readLandscape(wanted)
      const stored = await readOr(documents.radarEditions, NO_EDITIONS)
      const editions = editionsOf(stored.value)
      const edition = id === NOW ? null : editionBy(stored.value, id)
      const base = since
        ? editionBy(stored.value, since)
        : editions.find(({ at }) => edition === null || at < edition.at)
      const compared = base && (await readDifference(base.id, id, wanted))
      const { etag, staleSeconds } = version
      return respond(call, {
        name: ['edition', id, base?.id, version.directorate.id],
        version: { etag: `${etag} ${stored.etag} ${compared?.version.etag}`, staleSeconds },
        build: async (isSignedIn, mayReview) => {
          const difference = await compared?.build().catch(ifNotHeld)
          const isHeld = difference !== undefined || edition === null || (await holds(edition))
          const shown = { edition, editions, base, difference, isHeld }
          return editionPage(
            shown,
            frameOf((await version.load()).landscape, isSignedIn, mayReview),
          )
        },
      })
    },
  })
}

/** The result of a comparison with a radar that the history does not hold. */
function ifNotHeld(error: unknown): undefined {
  if (!(error instanceof DomainError && error.code === 'not-found')) throw error
}
