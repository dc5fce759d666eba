import { MISSING, type ProjectFilter, type ProjectsReply } from './reply.ts'
import { pageRows, type PageOfRows, type RowCursor } from '@landscape/http/responses/row-page'
import { z } from 'zod'
import { missingIn } from './missing-in.ts'
import { flagFilter, programmeFilter, textFilter } from '../reads/responders.ts'
import type { Landscape, Project } from '../join/landscape.ts'
import type { LandscapeView } from '../join/read-landscape.ts'
import { isSameString } from '../join/use.ts'
import { projectRow } from './project.ts'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import { programmeOf, projectIndexOf } from '../join/project-index.ts'

/** Filters of the list. */
export const PROJECT_FILTER = {
  q: textFilter('part of a name, a short name or a description', 'berth'),
  programme: programmeFilter('its projects'),
  stage: textFilter('stage, in any case', 'Active Support'),
  technology: textFilter('slug or name of a technology that it names', 'java'),
  dependency: textFilter('slug or name of a project on which it depends', 'harbour-api'),
  retired: flagFilter('whether it is retired'),
  rule: z
    .enum(MISSING, `rule is one of ${MISSING.join(', ')}`)
    .optional()
    .meta({ description: 'a rule that it fails', examples: ['no-language'] }),
}

/** Names of the orders; a minus before the name sorts in descending order. */
export const PROJECT_SORTS = ['name', 'technologies', 'dependents', 'missing']

/** The projects that pass a filter, in stored order; a generator for `inSlices`. */
export function* filterProjects(
  { projects, find }: Landscape,
  { programme, stage, technology, dependency, rule, retired, ...filter }: ProjectFilter,
  isSignedIn: boolean,
): Generator<void, readonly Project[]> {
  const q = filter.q?.trim().toLowerCase() ?? ''
  const named = technology === undefined ? undefined : find(technology)?.slug
  const index = projectIndexOf(projects)
  const target = dependency === undefined ? undefined : index.find(dependency)
  const dependents = target && index.dependentsOf(target)
  const passing: Project[] = []
  for (const project of projects) {
    yield
    const passes =
      (programme === undefined || isSameString(programmeOf(project), programme)) &&
      (stage === undefined || isSameString(project.stage, stage)) &&
      (technology === undefined ||
        project.technologies.keys().some(({ slug }) => slug === named)) &&
      (dependency === undefined || dependents?.has(project) === true) &&
      (retired === undefined || project.isRetired === retired) &&
      (rule === undefined || missingIn(project, projects, isSignedIn).includes(rule)) &&
      [project.name, project.slug, project.shortName, project.description].some((text) =>
        text.toLowerCase().includes(q),
      )
    if (passes) passing.push(project)
  }
  return passing
}

/** The reply with one page of the projects that pass a filter. */
export function* listProjects(
  { landscape }: Pick<LandscapeView, 'landscape'>,
  filter: ProjectFilter,
  page: PageOfRows,
  isSignedIn: boolean,
): Generator<void, { body: ProjectsReply; next: RowCursor | undefined }> {
  const passing = yield* filterProjects(landscape, filter, isSignedIn)
  const { next, ...body } = pageProjects(passing, landscape, page, isSignedIn)
  return { body, next }
}

/** One page of projects as rows. */
export function pageProjects(
  found: readonly Project[],
  landscape: Landscape,
  { sort, ...page }: PageOfRows,
  isSignedIn: boolean,
): ProjectsReply & { next: RowCursor | undefined } {
  const index = projectIndexOf(landscape.projects)
  const values = {
    name: ({ name }: Project) => name.toLowerCase(),
    technologies: ({ technologies }: Project) => technologies.size,
    dependents: (project: Project) => index.dependentsOf(project).size,
    missing: (project: Project) => missingIn(project, landscape.projects, isSignedIn).length,
  }
  const { rows, next } = pageRows(found, { sort, values, keyOf: ({ slug }) => slug }, page)
  const projects = rows.map((row) => keptRow(row, landscape, isSignedIn))
  return { total: found.length, projects, next }
}

/** The rows of a landscape, each made once for its audience: filters select among them. */
const rowsOf = oncePerObject((landscape: Landscape) => {
  const rowOf = (isSignedIn: boolean) =>
    oncePerObject((project: Project) => projectRow(project, landscape, isSignedIn))
  return { signedIn: rowOf(true), anonymous: rowOf(false) }
})

function keptRow(project: Project, landscape: Landscape, isSignedIn: boolean) {
  // The rows of all directorates together would take too much memory.
  if (landscape.directorate !== landscape.directorates.main)
    return projectRow(project, landscape, isSignedIn)
  return rowsOf(landscape)[isSignedIn ? 'signedIn' : 'anonymous'](project)
}
