import { inSlices } from '@landscape/contracts/async/in-slices'
import { Instant } from '@landscape/contracts/history'
import { PICTURE, preparePicture, respondPicture } from '@landscape/http/responses/pages'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { drawnRadar, type DrawnRadar } from './drawn-radar.ts'
import { filterRadar, type RadarFilter } from './filter-radar.ts'
import { type RadarLayout, radarPicture } from './radar-picture.ts'
import { FILTER, PAST, type RadarRoutesDeps, selectRadar } from './radar-query.ts'
import { replacementFinder } from '../timeline/replacements.ts'
import { defaultSince } from '../timeline/ring-changes.ts'
import type { RadarView } from '../timeline/radar-view.ts'
import type { PreparedResponse, ResponseCache } from '@landscape/http/responses/prepared-response'
import { entityTag } from '@landscape/store/documents/entity-tag'

const PictureQuery = z.object({
  ...PAST,
  directorate: FILTER.directorate,
  ring: FILTER.ring,
  quadrant: FILTER.quadrant.meta({
    description: 'id of a quadrant, in any case: draws it alone and larger',
  }),
  since: Instant.optional().meta({
    description:
      'ISO 8601: marks the changes at or after this instant. Default: ' +
      '90 days before the newest move, but after the day of the first move',
    examples: ['2026-01-01'],
  }),
  layout: z
    .enum(['wide', 'narrow', 'disc'] satisfies RadarLayout[], 'Unknown layout')
    .default('wide')
    .meta({
      description:
        'narrow: one quadrant below the other, for phones and columns; disc: without the list of entries',
      examples: ['narrow'],
    }),
})

/** The route that draws the radar. */
export function pictureRoute(deps: RadarRoutesDeps): Route {
  return route({
    ...PICTURE,
    access: 'public',
    path: '/api/tech-radar/svg',
    id: 'drawRadar',
    tag: 'Radar',
    summary: 'Technology radar as an SVG image, at present or at an instant',
    description:
      'Pages of any site can embed the image. It is light or dark as the reader prefers. ' +
      'Entries in none of the rings are not drawn, nor more than 1,000 entries: those of the most ' +
      'crowded parts are omitted, and the image counts them by ring. Entries that are new or moved since `since` ' +
      'have other shapes. Each entry links to the page of its technology; ' +
      'browsers follow the links only when the SVG is part of a page or opened alone.',
    query: PictureQuery,
    codes: ['not-found'],
    async handle({ query, headers, queued }) {
      const { layout, since, ring, quadrant } = query
      const selected = await selectRadar(deps, query)
      const { at, directorate, version } = selected
      const name = JSON.stringify([
        'radar drawn',
        at,
        since,
        layout,
        ring,
        quadrant,
        directorate.id,
      ])
      return deps.cache.respond(
        { name, version },
        queued,
        async () => {
          const drawn = drawnPart(await selected.load(), { ring, quadrant }, since)
          return preparedPicture(deps.cache, drawn, layout)
        },
        (picture) => respondPicture(headers, picture, selected),
      )
    },
  })
}

/** The part of a radar that passes a filter, with marks for changes since an instant. */
export function drawnPart(
  radar: RadarView,
  filter: RadarFilter,
  since = defaultSince(radar),
): DrawnRadar {
  const { ring, quadrant } = filter
  const isFiltered = ring !== undefined || quadrant !== undefined
  return drawnRadar(filterRadar(radar, filter), {
    quadrant,
    since,
    isFiltered,
    replacementOf: replacementFinder(radar),
  })
}

/**
 * The picture of a radar, drawn in slices and cached by its content: drawing hundreds of blips is slow, and the
 * radar is usually the same at two instants. Concurrent callers share one drawing.
 */
export function preparedPicture(
  cache: ResponseCache,
  drawn: DrawnRadar,
  layout: RadarLayout,
): Promise<PreparedResponse<string>> {
  const name = JSON.stringify(['radar picture', layout, entityTag(drawn)])
  return cache.respond(
    { name, version: '' },
    (draw) => draw(),
    async () => preparePicture(await inSlices(radarPicture(drawn, layout))),
    async (picture: PreparedResponse<string>) => picture,
  )
}
