import { inSlices } from '@landscape/contracts/async/in-slices'
import { byCodeUnit } from '@landscape/contracts/by-code-unit'
import type { LandscapeMonth } from '@landscape/contracts/landscape-months'
import { completenessOf } from '../projects/completeness.ts'
import { findDrift } from '../drift/find-drift.ts'
import { lookAlikesIn } from '../names/look-alike-index.ts'
import { countProgrammes, countsOf } from './count-programmes.ts'
import { filterDrift } from '../drift/filter-drift.ts'
import type { Landscape, Project, Technology } from '../join/landscape.ts'
import { factsOf } from '../join/project-facts.ts'
import { technologyRow } from '../technologies/technology.ts'
import { isPublic } from '../join/use.ts'

/** No kept count depends on reviews. */
const NO_REVIEW = { since: 0, months: 0, changed: { ids: new Set<string>(), since: undefined } }

/**
 * Counts a landscape by the functions of `/api/drift`, `/api/completeness` and `/api/technologies`, as an anonymous
 * caller sees it: repositories are the public ones.
 *
 * @param day `YYYY-MM-DD`
 */
export async function countMonth(landscape: Landscape, day: string): Promise<LandscapeMonth> {
  const lookAlikes = await lookAlikesIn(landscape)
  const unfiltered = await inSlices(findDrift(landscape, { review: NO_REVIEW, lookAlikes }))
  const drift = { ...unfiltered, review: NO_REVIEW, lookAlikes, landscape }
  const { totals } = await inSlices(filterDrift(drift, {}, false))
  const page = { sort: 'name', limit: 1 }
  const { counted, complete } = (await inSlices(completenessOf({ landscape }, {}, page, false)))
    .body
  const { drift: findings } = await inSlices(countsOf(drift, undefined, false))
  return {
    month: day.slice(0, 7),
    day,
    totals: {
      projects: landscape.projects.length,
      onHoldInUse: totals['on-hold-in-use'],
      notOnRadar: totals['not-on-radar'],
      missing: counted - complete,
      repositories:
        landscape.repositories.length > 0 ? landscape.repositories.filter(isPublic).length : null,
      drift: findings,
    },
    ...(await countProgrammes(drift)),
    technologies: countTechnologies(landscape),
  }
}

/** Maximum number of technologies of a month. */
const MAX_TECHNOLOGIES = 2_000

function countTechnologies({ technologies }: Landscape): LandscapeMonth['technologies'] {
  return Object.fromEntries(
    keptOf(technologies).map((technology) => {
      const { slug, projects, ring } = technologyRow(technology)
      const users = technology.repositories.filter(({ repository }) => isPublic(repository))
      const repositories = technology.isScanned ? users.length : null
      return [slug, [projects, repositories, ring]]
    }),
  )
}

/**
 * The technologies of the radar, of lists and of repositories, then others that the projects of two owners name, the
 * most used first: one user cannot fill the months.
 */
function keptOf(technologies: readonly Technology[]): Technology[] {
  const isListed = ({ lists, repositories }: Technology) => lists.length + repositories.length > 0
  const rankOf = (technology: Technology) =>
    technology.entries.length > 0 ? 0 : isListed(technology) ? 1 : 2
  return technologies
    .filter((technology) => rankOf(technology) < 2 || hasTwoOwners(technology))
    .toSorted(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        b.projects.length - a.projects.length ||
        byCodeUnit(a.slug, b.slug),
    )
    .slice(0, MAX_TECHNOLOGIES)
}

/** Whether projects of two owners name it; a project whose owner is not known counts as an owner. */
function hasTwoOwners({ projects }: Technology): boolean {
  const ownerOf = ({ stored, slug }: Project) => factsOf(stored).owner || `/${slug}`
  const [first, ...others] = projects.map(({ project }) => ownerOf(project))
  return others.some((owner) => owner !== first)
}
