import { reply, route, type Route } from '@landscape/http'
import { z } from 'zod'
import { findProject } from '../registry/find-project.ts'
import {
  filterProjects,
  FILTERS,
  selectSections,
  type Filter,
} from '../registry/filter-projects.ts'
import { listProjects } from '../registry/list-projects.ts'
import { publicProject } from '../registry/project.ts'
import type { Registry } from '../registry/registry.ts'
import { callerOf } from './caller.ts'
import { projectReply, readHeaders } from './project-reply.ts'
import { Project } from './schemas.ts'

const Value = z.string().max(2_000, 'Invalid filter')

/** A comma-separated list, also spread over a repeated parameter. */
const Values = z
  .union([Value, z.array(Value).max(100, 'Invalid filter')], 'Invalid filter')
  .default('')
  .transform((given) =>
    [given]
      .flat()
      .flatMap((list) => list.split(','))
      .map((value) => value.trim())
      .filter((value) => value !== ''),
  )

const filterShape = Object.fromEntries(FILTERS.map((name) => [name, Values])) as {
  [name in (typeof FILTERS)[number]]: typeof Values
}
const Query = z.object({ ...filterShape, return: Values })

export function searchRoutes({ registry }: { registry: Registry }): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/v1/projects/filter',
      summary: 'Search the projects of the caller; those of everybody for admins',
      access: 'authenticated',
      query: Query,
      // A project may be called "filter": without any filter the path is its own.
      reply: z.union([z.array(Project), Project]),
      errors: [400, 401, 503],
      async handle({ identity, query: { return: sections, ...filter }, req }) {
        const caller = callerOf(identity)
        const state = await registry.read()
        if (
          isUnfiltered(filter, sections) &&
          findProject(state.projects, 'filter', caller) !== -1
        ) {
          return projectReply(state, 'filter', caller, req.headers)
        }
        const visible = listProjects(state.projects, caller, caller.isAdmin ? 'all' : 'own')
        const found = filterProjects(visible, filter).map((record) =>
          selectSections(publicProject(record), sections),
        )
        return reply(200, found, readHeaders(state.staleSeconds))
      },
    }),
  ]
}

/** Then the path may as well be that of a project whose name is "filter". */
function isUnfiltered(filter: Filter, sections: readonly string[]): boolean {
  return sections.length === 0 && Object.values(filter).every((values) => values.length === 0)
}
