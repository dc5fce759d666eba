import { inSlices } from '@landscape/contracts/async/in-slices'
import { admitName } from '@landscape/contracts/admit'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { DirectorateQuery } from '../timeline/directorate-query.ts'
import { MAX_LOOK_ALIKES, type Resemblance } from '../names/look-alike-index.ts'
import { findingRow } from '../drift/finding.ts'
import { filterDrift } from '../drift/filter-drift.ts'
import type { ReadDrift } from '../drift/read-drift.ts'
import type { ReadTrends } from '../reads/kept-months.ts'
import type { SimilarNames } from '../reads/legal-values.ts'
import type { LandscapeView } from '../join/read-landscape.ts'
import { technologyPage } from './page.ts'
import { createPageResponder, frameOf, LANDSCAPE_PAGE, slugParams } from '../reads/responders.ts'
import { lookAlikesFor } from '../names/look-alike-row.ts'
import { technologyDetails } from './technology.ts'

interface TechnologyPageDeps {
  readDrift: ReadDrift
  readTrends: ReadTrends
  similarNames: SimilarNames
  cache: ResponseCache
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Page of one technology. */
export function technologyPageRoute({
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
    params: slugParams('angular'),
    query: z.object({ directorate: DirectorateQuery }),
    codes: ['not-found'],
    async handle({ params: { slug }, query: { directorate }, ...call }) {
      const version = await readDrift(directorate || undefined)
      const trends = await readTrends()
      const today = new Date(now()).setUTCHours(0, 0, 0, 0)
      return respond(call, {
        name: ['technology', slug, version.directorate.id],
        version,
        variant: `${today} ${trends.version}`,
        async build(isSignedIn, mayReview) {
          const drift = await version.load()
          const technology = drift.landscape.find(slug)
          if (!technology) {
            const similar = await similarNames(drift, slug, 'technology')
            throw notFound(drift, [...drift.lookAlikes(admitName(slug)).map(nameOf), ...similar])
          }
          const about = { technology: technology.name }
          const { findings } = await inSlices(filterDrift(drift, about, isSignedIn))
          return technologyPage(
            technologyDetails(technology, slug, { lookAlikes: drift.lookAlikes, isSignedIn }),
            {
              lookAlikes: lookAlikesFor(technology, drift.lookAlikes, isSignedIn),
              findings: findings.map(findingRow),
              trend: trends.trendOf(technology),
              today,
            },
            frameOf(drift.landscape, isSignedIn, mayReview),
          )
        },
      })
    },
  })
}

function nameOf({ technology }: Resemblance): string {
  return technology.name
}

function notFound({ landscape }: LandscapeView, similar: readonly string[]): DomainError {
  const links = [...new Set(similar)].slice(0, MAX_LOOK_ALIKES).flatMap((name) => {
    const technology = landscape.find(name)
    if (!technology) return []
    const ring = technology.entries[0]?.ring?.name
    const text = technology.name + (ring === undefined ? '' : ` (${ring})`)
    return [{ text, href: technology.link }]
  })
  return new DomainError('not-found', 'No technology has this name', { extensions: { links } })
}
