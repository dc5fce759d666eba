import { MISSING, type CompletenessReply, type MissingRule, type ProjectFilter } from './reply.ts'
import type { PageOfRows, RowCursor } from '@landscape/http/responses/row-page'
import type { LandscapeView } from '../join/read-landscape.ts'
import { programmeOf } from '../join/project-index.ts'
import { filterProjects, pageProjects } from './list-projects.ts'
import { missingIn } from './missing-in.ts'

/** Counts the projects that fail each rule, and returns one page of those that fail a rule, or any rule. */
export function* completenessOf(
  { landscape }: Pick<LandscapeView, 'landscape'>,
  { rule, ...filter }: ProjectFilter,
  page: PageOfRows,
  isSignedIn: boolean,
): Generator<void, { body: CompletenessReply; next?: RowCursor | undefined }> {
  const passing = yield* filterProjects(landscape, filter, isSignedIn)
  const counted = passing.map((project) => {
    return { project, missing: missingIn(project, landscape.projects, isSignedIn) }
  })
  const incomplete = counted.filter(({ missing }) => missing.length > 0)
  const failing = incomplete.filter(({ missing }) => !rule || missing.includes(rule))
  const totalOf = (one: MissingRule) =>
    incomplete.filter(({ missing }) => missing.includes(one)).length
  const hasScan = isSignedIn && landscape.repositories.length > 0
  const totals = Object.fromEntries(
    MISSING.map((one) => [one, one !== 'unknown-repository' || hasScan ? totalOf(one) : null]),
  ) as CompletenessReply['totals']
  const groups = Map.groupBy(counted, ({ project }) => programmeOf(project).toLowerCase())
  const programmes = [...groups.values()].flatMap((group) => {
    const [name] = group.map(({ project }) => programmeOf(project))
    const complete = group.filter(({ missing }) => missing.length === 0).length
    const rounded = Math.round((1_000 * complete) / group.length) / 10
    // 100 % means each of them.
    const share = complete < group.length ? Math.min(rounded, 99.9) : rounded
    return name === undefined ? [] : [{ name, projects: group.length, complete, share }]
  })
  const { next, ...listed } = pageProjects(
    failing.map(({ project }) => project),
    landscape,
    page,
    isSignedIn,
  )
  const body = {
    counted: counted.length,
    complete: counted.length - incomplete.length,
    totals,
    programmes: programmes.toSorted((a, b) => b.projects - b.complete - (a.projects - a.complete)),
    ...listed,
  }
  return { body, next }
}
