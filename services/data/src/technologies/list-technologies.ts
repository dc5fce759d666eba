import { pageRows, type PageOfRows, type RowCursor } from '@landscape/http/responses/row-page'
import type { TechnologiesReply, TechnologyFilter, TechnologyRow } from './reply.ts'
import { SECTIONS } from '../join/section-names.ts'
import { z } from 'zod'
import { flagFilter, programmeFilter, textFilter } from '../reads/responders.ts'
import type { LandscapeView } from '../join/read-landscape.ts'
import { scannedTotal } from '../join/use.ts'
import { filterTechnologies } from './filter-technologies.ts'

const SORTS = {
  name: ({ name }: TechnologyRow) => name.toLowerCase(),
  projects: ({ projects }: TechnologyRow) => projects,
  repositories: ({ repositories }: TechnologyRow) => repositories,
  moved: ({ movedOn }: TechnologyRow) => movedOn,
}

/** Filters of the list. */
export const TECHNOLOGY_FILTER = {
  q: textFilter('part of a name, alias or spelling', 'angu'),
  ring: textFilter('id of a ring', 'hold'),
  quadrant: textFilter('id or name of a quadrant', '1'),
  section: z
    .enum(SECTIONS, `section is one of ${SECTIONS.join(', ')}`)
    .optional()
    .meta({ description: 'section in which a project names it', examples: ['frameworks'] }),
  used: flagFilter(
    'whether a project that is not retired names it, or a repository that is not archived contains it',
  ),
  on_radar: flagFilter('whether it is on the radar'),
  programme: programmeFilter(
    'only technologies that its projects name or their repositories contain, with the numbers of these',
  ),
  project: textFilter(
    'slug or name of a project: only the technologies that it names',
    'harbour-berths',
  ),
}

/** Names of the orders; a minus before the name sorts in descending order. */
export const TECHNOLOGY_SORTS = Object.keys(SORTS)

/** The reply with one page of the technologies that pass a filter. */
export function* listTechnologies(
  { landscape }: Pick<LandscapeView, 'landscape'>,
  filter: TechnologyFilter,
  { sort, ...page }: PageOfRows,
  isSignedIn: boolean,
): Generator<void, { body: TechnologiesReply; next?: RowCursor | undefined }> {
  const passing = yield* filterTechnologies(landscape, filter, isSignedIn)
  const order = { sort, values: SORTS, keyOf: ({ slug }: TechnologyRow) => slug }
  const { rows, next } = pageRows(passing, order, page)
  const { technologies, projects, repositoriesAsOf } = landscape
  const totals = {
    technologies: technologies.length,
    projects: projects.length,
    repositories: scannedTotal(landscape),
  }
  const asOf = { repositories: repositoriesAsOf }
  const { leftOut } = landscape
  return { body: { total: passing.length, totals, leftOut, asOf, technologies: rows }, next }
}
