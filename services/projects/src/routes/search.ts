import { describedAs, PROJECT_EXAMPLE } from '@landscape/contracts'
import { route, type Route } from '@landscape/http'
import { z } from 'zod'
import {
  FILTERS,
  SECTIONS,
  filterProjects,
  selectSections,
  type Facet,
  type SearchClock,
} from '../registry/filter-projects.ts'
import { findProject, listProjects } from '../registry/find-projects.ts'
import { arrangeProjects } from '../registry/arrange-projects.ts'
import { ListedProject, Project } from '../registry/project.ts'
import { callerOf } from '../registry/ownership.ts'
import type { Registry } from '../registry/registry.ts'
import { LIST_PARAMETERS, listQuery, nextPageLink, NEXT_PAGE } from './list-query.ts'
import { projectReply, readHeaders } from './project-reply.ts'
import { IN_ROWS, replyInRows } from './project-rows.ts'

const PATH = '/api/v1/projects/filter'
const MAX_VALUES = 100
const INVALID = 'Invalid filter'

/** Comma-separated lists of values, each at most so long; equal ones count once. */
const valuesOf = (longest: number) => {
  const short = new RegExp(`^[^,]{0,${longest}}(,[^,]{0,${longest}})*$`)
  const List = describedAs(z.string().max(2_000, INVALID), z.string().max(2_000).regex(short))
  return z
    .union([List, z.array(List).max(100, INVALID)], INVALID)
    .default('')
    .transform((given) => {
      const values = [given].flat().flatMap((list) => list.split(',').map((value) => value.trim()))
      return [...new Set(values)].filter((value) => value !== '')
    })
    .refine((values) => values.every((value) => value.length <= longest), {
      message: INVALID,
      params: { detail: `has a value of more than ${longest} characters` },
    })
}

/** Compared as wholes. */
const Whole = valuesOf(2_000)
/** Looked for inside texts: the time that takes grows with their length. */
const Part = valuesOf(200)

/** What each filter compares, and a list of values for it. */
const COMPARED: Readonly<Record<Facet, readonly [description: string, example: string]>> = {
  email: ['e-mail addresses of its people', 'idris.quill@acme-coast.example'],
  roles: ['roles of its people', 'Technical Contact'],
  name: ['its name', 'Harbour Berths'],
  developed: ['how it is developed, or a part of the name of who develops it', 'Partnership'],
  languages: ['languages, main ones and others', 'Java,Kotlin'],
  source_control: [
    'parts of the type, descriptions and addresses of its source control, all of them',
    'github',
  ],
  hosting: ['type and details of its hosting', 'AWS'],
  database: ['databases', 'PostgreSQL'],
  frameworks: ['frameworks', 'Spring Boot'],
  cicd: ['tools of integration and deployment', 'Jenkins'],
  infrastructure: ['infrastructure', 'Docker'],
  environments: ['environments that it has: dev, int, uat, preprod, prod, postprod', 'prod'],
  publishing: ['where it publishes', 'Maven Central'],
}
const PARTS: ReadonlySet<Facet> = new Set(['developed', 'source_control'])

const LISTS = {
  ...(Object.fromEntries(
    FILTERS.map((name) => {
      const [description, example] = COMPARED[name]
      return [name, (PARTS.has(name) ? Part : Whole).meta({ description, examples: [example] })]
    }),
  ) as Record<Facet, typeof Whole>),
  return: Whole.meta({
    description: `sections to answer: ${SECTIONS.join(', ')}`,
    examples: ['details,architecture'],
  }),
}
const listNames = Object.keys(LISTS) as (keyof typeof LISTS)[]
const Query = listQuery(z.object({ ...LISTS, ...LIST_PARAMETERS })).refine(
  (query) => listNames.flatMap((name) => query[name]).length <= MAX_VALUES,
  {
    message: `Too many filter values: at most ${MAX_VALUES}`,
    params: { detail: `has more than ${MAX_VALUES} values in all filters together` },
  },
)

interface SearchRoutesDeps {
  registry: Registry
  clock: SearchClock
  existingClients: boolean
}

/** The search over projects. */
export function searchRoutes({ registry, clock, existingClients }: SearchRoutesDeps): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      id: 'searchProjects',
      tag: 'Projects',
      summary: 'Search the projects of the caller; those of everybody for admins',
      description:
        'Values are separated by commas and compared without regard to case; a project has to match every filter that is given, with one of its values each; at most 100 values in all. `return` picks sections of what is found, as `fields` does; names that it does not know are ignored. A parameter that holds something makes the path a search, even where a project is called `filter`.',
      example: [PROJECT_EXAMPLE],
      access: 'authenticated',
      query: Query,
      ...IN_ROWS,
      // A project may be called "filter": without any filter the path is its own.
      reply: z.union([z.array(ListedProject), Project]),
      replyHeaders: { ...NEXT_PAGE, etag: 'tag of the version of the project called filter' },
      conditional: 'read',
      costly: true,
      async handle({ identity, query, headers }) {
        const { limit, cursor, sort, fields, format: _, return: sections, ...filter } = query
        const caller = callerOf(identity)
        const state = await registry.read()
        if (asksNothing(query) && findProject(state.projects, 'filter', caller)) {
          return projectReply(state, { name: 'filter', caller, existingClients }, headers)
        }
        const visible = listProjects(state.projects, caller, caller.isAdmin ? 'all' : 'own')
        const found = await filterProjects(visible, filter, clock)
        const page = arrangeProjects(found, { limit, cursor, sort, fields })
        const chosen = page.projects.map((project) => selectSections(project, sections))
        const link = nextPageLink(PATH, query, page.next)
        const replyHeaders = { ...readHeaders(state.staleSeconds), ...link }
        return replyInRows(chosen, { headers, query }, replyHeaders)
      },
    }),
  ]
}

/** Then the path may as well be that of a project whose name is "filter". */
function asksNothing(query: z.output<typeof Query>): boolean {
  return Object.values(query).every((value) => Array.isArray(value) && value.length === 0)
}
