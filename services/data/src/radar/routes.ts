import { RadarDocument } from '@landscape/contracts/landscape'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import { readRequired } from '@landscape/http/responses/documents'
import { prepareJson } from '@landscape/http/responses/prepared-response'
import { showDocument } from '@landscape/http/responses/show-document'
import { route, type Route } from '@landscape/http/route/route'
import { entityTag } from '@landscape/store/documents/entity-tag'
import { z } from 'zod'
import { directorateBy, directoratesOf } from '../timeline/directorate-query.ts'
import { filterRadar } from './filter-radar.ts'
import { movesRoutes } from './moves-routes.ts'
import { pictureRoute } from './picture-route.ts'
import { plansRoutes } from './plans-routes.ts'
import {
  FILTER,
  instantOf,
  PAST,
  radarAt,
  type RadarRoutesDeps,
  READ,
  readDirectorates,
  selectRadar,
} from './radar-query.ts'
import { radarViewFor } from '../timeline/radar-view.ts'
import { BackstageRadar } from './backstage-radar.ts'
import { backstageRadarOf } from './backstage.ts'

const ANY_DIRECTORATE = { directorates: directoratesOf([]), etag: '', today: Infinity }

/** The radar, at present and at an instant, and its changes. */
export function radarRoutes(deps: RadarRoutesDeps): Route[] {
  return [
    radarRoute(deps),
    backstageRoute(deps),
    pictureRoute(deps),
    ...movesRoutes(deps),
    ...plansRoutes(deps),
  ]
}

function radarRoute({ radar, radarEditions, cache, ...deps }: RadarRoutesDeps): Route {
  return route({
    ...READ,
    path: '/api/tech-radar/json',
    id: 'getRadar',
    tag: 'Radar',
    summary: 'Technology radar, at present or at an instant',
    description:
      'Quadrants, rings and entries with all their positions, as stored. The last position of a directorate ' +
      'whose day has come contains its ring, later ones are plans; positions without `directorate` belong to the ' +
      'default directorate. ' +
      '`ring` and `quadrant` filter the entries; all rings and quadrants are returned.',
    query: z.object({ ...PAST, ...FILTER }),
    reply: RadarDocument,
    codes: ['not-found'],
    async handle({ query, ...call }) {
      const { ring, quadrant } = query
      const at = await instantOf(radarEditions, query)
      // All rings are returned as they are stored, so they depend on no directorate.
      const { directorates, etag, today } =
        ring === undefined ? ANY_DIRECTORATE : await readDirectorates(deps)
      const directorate = directorateBy(
        directorates,
        ring === undefined ? undefined : query.directorate,
      )
      const shown = (stored: RadarDocument) =>
        filterRadar(radarViewFor(stored, directorates, directorate, at ?? today), {
          ring,
          quadrant,
        }).radar
      if (at === undefined) {
        const show = showDocument(radar, cache, {
          key: JSON.stringify(['radar', ring, quadrant, ring && [directorate.id, etag]]),
          isPublic: true,
          // The ETag is that of the stored document, so an edit can send it as `If-Match`. The entries of a ring
          // depend on the directorates and on the day as well.
          prepare: (stored) =>
            prepareJson(shown(stored), entityTag(ring === undefined ? stored : [stored, etag])),
        })
        return show(call)
      }
      const version = await readRequired(radar)
      return cache.respond(
        {
          name: JSON.stringify(['radar at', at, ring, quadrant, directorate.id]),
          version: `${version.etag} ${etag}`,
        },
        call.queued,
        async () => prepareJson(shown(await radarAt(radar, version, at))),
        (prepared) => respondPublic(call.headers, prepared),
      )
    },
  })
}

/** The route that the radar plugin of Backstage reads. */
function backstageRoute(deps: RadarRoutesDeps): Route {
  return route({
    ...READ,
    path: '/api/tech-radar/backstage.json',
    id: 'getBackstageRadar',
    tag: 'Radar',
    summary: 'Technology radar for the plugin of Backstage, at present or at an instant',
    description:
      'The `TechRadarLoaderResponse` of the plugin: the present position is the first of a timeline. ' +
      'Entries in none of the rings or quadrants are omitted. There are at least four quadrants.',
    strictQuery: true,
    query: z.object({ ...PAST, directorate: FILTER.directorate }),
    reply: BackstageRadar,
    codes: ['not-found'],
    async handle({ query, headers, queued }) {
      const selected = await selectRadar(deps, query)
      const { at, directorate, version } = selected
      return deps.cache.respond(
        { name: JSON.stringify(['radar for Backstage', at, directorate.id]), version },
        queued,
        async () => prepareJson(backstageRadarOf(await selected.load())),
        (prepared) => respondPublic(headers, prepared, selected),
      )
    },
  })
}
