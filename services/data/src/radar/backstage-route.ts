import { BackstageRadar } from '@landscape/contracts/backstage-radar'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import { prepareJson } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { backstageRadarOf } from './backstage.ts'
import { FILTER, PAST, READ, selectRadar, type RadarRoutesDeps } from './radar-query.ts'

/** The route that the radar plugin of Backstage reads. */
export function backstageRoute(deps: RadarRoutesDeps): Route {
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
