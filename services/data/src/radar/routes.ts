import { RADAR_EXAMPLE } from '@landscape/contracts/examples'
import { RadarDocument } from '@landscape/contracts/landscape'
import { withoutMalformedParts } from '@landscape/contracts/malformed-parts'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import { readRequired } from '@landscape/http/responses/documents'
import { prepareJson } from '@landscape/http/responses/prepared-response'
import { showDocument } from '@landscape/http/responses/show-document'
import { route, type Route } from '@landscape/http/route/route'
import { entityTag } from '@landscape/store/documents/entity-tag'
import { z } from 'zod'
import { filterRadar } from './filter-radar.ts'
import { movesRoutes } from './moves-routes.ts'
import { pictureRoute } from './picture-route.ts'
import { At, FILTER, radarAt, READ, type RadarRoutesDeps } from './radar-query.ts'

/** The radar, at present and at an instant, and its changes. */
export function radarRoutes(deps: RadarRoutesDeps): Route[] {
  return [radarRoute(deps), pictureRoute(deps), ...movesRoutes(deps)]
}

function radarRoute({ radar, cache }: RadarRoutesDeps): Route {
  return route({
    ...READ,
    path: '/api/tech-radar/json',
    id: 'getRadar',
    tag: 'Radar',
    summary: 'Technology radar, at present or at an instant',
    description:
      'Quadrants, rings and entries; the last timeline item of an entry contains its ring. ' +
      '`ring` and `quadrant` filter the entries; all rings and quadrants are returned.',
    example: RADAR_EXAMPLE,
    query: z.object({ at: At, ...FILTER }),
    reply: RadarDocument,
    codes: ['not-found'],
    async handle({ query: { at, ...filter }, ...call }) {
      const { ring, quadrant } = filter
      if (at === undefined) {
        const show = showDocument(radar, cache, {
          key: JSON.stringify(['radar', ring, quadrant]),
          isPublic: true,
          // The ETag is that of the stored document, so an edit can send it as `If-Match`.
          prepare: (stored) =>
            prepareJson(filterRadar(withoutMalformedParts(stored), filter), entityTag(stored)),
        })
        return show(call)
      }
      const version = await readRequired(radar)
      return cache.respond(
        { name: JSON.stringify(['radar at', at, ring, quadrant]), version: version.etag },
        call.queued,
        async () => prepareJson(filterRadar(await radarAt(radar, version, at), filter)),
        (prepared) => respondPublic(call.headers, prepared),
      )
    },
  })
}
