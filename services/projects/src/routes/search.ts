import { PROJECT_EXAMPLE } from '@landscape/contracts'
import { reply, route, type Route } from '@landscape/http'
import { z } from 'zod'
import {
  FILTERS,
  filterProjects,
  selectSections,
  type Facet,
  type Filter,
  type SearchClock,
} from '../registry/filter-projects.ts'
import { findProject, listProjects } from '../registry/find-projects.ts'
import { Project } from '../registry/project.ts'
import { callerOf } from '../registry/ownership.ts'
import type { Registry } from '../registry/registry.ts'
import { projectReply, readHeaders } from './project-reply.ts'

const MAX_VALUES = 100
const INVALID = 'Invalid filter'
const List = z.string().max(2_000, INVALID)

/** Comma-separated lists of values, each at most so long; equal ones count once. */
const valuesOf = (longest: number) =>
  z
    .union([List, z.array(List).max(100, INVALID)], INVALID)
    .default('')
    .transform((given) => {
      const values = [given].flat().flatMap((list) => list.split(',').map((value) => value.trim()))
      return [...new Set(values)].filter((value) => value !== '')
    })
    .refine((values) => values.every((value) => value.length <= longest), INVALID)

/** Compared as wholes. */
const Whole = valuesOf(2_000)
/** Looked for inside texts: the time that takes grows with their length. */
const Part = valuesOf(200)

const shape = Object.fromEntries(FILTERS.map((name) => [name, Whole])) as Record<
  Facet,
  typeof Whole
>
const Query = z
  .object({ ...shape, developed: Part, source_control: Part, return: Whole })
  .refine(
    (lists) => Object.values(lists).flat().length <= MAX_VALUES,
    `Too many filter values: at most ${MAX_VALUES}`,
  )

export interface SearchRoutesDeps {
  registry: Registry
  clock: SearchClock
  existingClients: boolean
}

/** The search over projects. */
export function searchRoutes({ registry, clock, existingClients }: SearchRoutesDeps): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/v1/projects/filter',
      id: 'searchProjects',
      tag: 'Projects',
      summary: 'Search the projects of the caller; those of everybody for admins',
      description:
        'Values are separated by commas and compared without regard to case; a project has to match every filter that is given, with one of its values each. `return` picks sections of what is found.',
      example: [PROJECT_EXAMPLE],
      access: 'authenticated',
      query: Query,
      // A project may be called "filter": without any filter the path is its own.
      reply: z.union([z.array(Project), Project]),
      conditional: 'read',
      costly: true,
      async handle({ identity, query: { return: sections, ...filter }, headers }) {
        const caller = callerOf(identity)
        const state = await registry.read()
        if (isUnfiltered(filter, sections) && findProject(state.projects, 'filter', caller)) {
          return projectReply(state, { name: 'filter', caller, existingClients }, headers)
        }
        const visible = listProjects(state.projects, caller, caller.isAdmin ? 'all' : 'own')
        const found = await filterProjects(visible, filter, clock)
        const chosen = found.map((record) => selectSections(record, sections))
        return reply(200, chosen, readHeaders(state.staleSeconds))
      },
    }),
  ]
}

/** Then the path may as well be that of a project whose name is "filter". */
function isUnfiltered(filter: Filter, sections: readonly string[]): boolean {
  return sections.length === 0 && Object.values(filter).every((values) => values.length === 0)
}
