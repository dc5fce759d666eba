import { technologyPath } from '@landscape/contracts/technology-path'
import { inSlices } from '@landscape/contracts/async/in-slices'
import { rolesOf } from '@landscape/contracts/ring-roles'
import { route, type Route } from '@landscape/http/route/route'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { radarPage } from './page.ts'
import { z } from 'zod'
import type { Frame } from '../reads/frame.ts'
import { createPageResponder, filled, frameOf, LANDSCAPE_PAGE } from '../reads/responders.ts'
import type { Landscape } from '../join/landscape.ts'
import type { ReadLandscape } from '../join/read-landscape.ts'
import { type DrawnEntry, drawnRadar } from './drawn-radar.ts'
import { filterRadar, type RadarFilter } from './filter-radar.ts'
import { drawnPart } from './picture-route.ts'
import { radarPicture } from './radar-picture.ts'
import { FILTER } from './radar-query.ts'
import { plannedMoves } from '../timeline/moves.ts'
import { radarViewFor, titleOf } from '../timeline/radar-view.ts'
import { directorateOf } from '../timeline/viewer.ts'

interface RadarPageDeps {
  readLandscape: ReadLandscape
  cache: ResponseCache
}

/** Page of the radar: its picture next to the list of its entries. */
export function radarPageRoute({ readLandscape, cache }: RadarPageDeps): Route {
  const respond = createPageResponder(cache)
  return route({
    ...LANDSCAPE_PAGE,
    path: '/radar',
    id: 'showRadar',
    summary: 'Page of the radar: its picture next to the list of its entries',
    description:
      'Entries by quadrant and ring. A ring filters both. One quadrant alone has the descriptions of its entries.',
    query: z.object(FILTER),
    async handle({ query: { directorate, ...fields }, ...call }) {
      const version = await readLandscape(directorate || undefined)
      const filter = filled(fields)
      return respond(call, {
        name: ['radar page', filter, version.directorate.id],
        version,
        build: async (isSignedIn, mayReview) => {
          const { landscape } = await version.load()
          return pageOf(landscape, filter, frameOf(landscape, isSignedIn, mayReview))
        },
      })
    },
  })
}

/** Maximum number of plans on the page. */
const MAX_PLANS = 50

async function pageOf(landscape: Landscape, filter: RadarFilter, frame: Frame): Promise<string> {
  const { source, directorate, directorates } = landscape
  const view = radarViewFor(source.radar, directorates, directorate, source.until)
  const drawn = drawnPart(view, filter)
  const all = drawnRadar(view)
  const query = directorateOf(view)
  const content = {
    title: titleOf(view),
    assumed: rolesOf(source.radar).assumed?.name,
    plans: plannedMoves(filterRadar(view, filter))
      .slice(0, MAX_PLANS)
      .map((plan) => ({ ...plan, link: technologyPath(plan.title, query) })),
    filter,
    disc: await inSlices(radarPicture(drawn, 'disc')),
    since: drawn.since,
    ringTotals: all.rings.map((_, ring) => {
      const isShown = (entry: DrawnEntry) =>
        drawn.only === undefined || entry.quadrant === drawn.only
      return all.entries.filter((entry) => entry.ring === ring && isShown(entry)).length
    }),
    quadrantTotals: all.quadrants.map((_, quadrant) => {
      const isShown = ({ ring }: DrawnEntry) =>
        filter.ring === undefined || frame.rings[ring]?.id.toLowerCase() === filter.ring
      return all.entries.filter((entry) => entry.quadrant === quadrant && isShown(entry)).length
    }),
    groups: drawn.quadrants.map((name, quadrant) => ({
      name,
      quadrant,
      entries: drawn.entries.filter((entry) => entry.quadrant === quadrant),
    })),
  }
  return radarPage(content, frame)
}
