import { inSlices } from '@landscape/contracts/async/in-slices'
import { describedAs } from '@landscape/contracts/described-as'
import { NEXT_PAGE } from '@landscape/http/request/page-query'
import { respondList } from '@landscape/http/responses/respond-list'
import { ROW_TYPES } from '@landscape/http/responses/rows'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import {
  FILTERS,
  PARTIAL,
  SECTIONS,
  filterProjects,
  findCandidates,
  selectSections,
  type Facet,
} from '../registry/filter-projects.ts'
import { listProjects } from '../registry/find-projects.ts'
import { arrangeProjects } from '../registry/arrange-projects.ts'
import { ListedProject, type Project } from '../registry/project.ts'
import { callerOf } from '../registry/ownership.ts'
import type { Registry } from '../registry/registry.ts'
import { LIST_PARAMETERS, listQuery } from './list-query.ts'
import { columnsOf } from './project-rows.ts'

const PATH = '/api/v1/projects/filter'
const MAX_VALUES = 100
const INVALID = 'Invalid filter'

/** Comma-separated distinct values with a maximum length. */
const valuesOf = (maxLength: number) => {
  const short = new RegExp(`^[^,]{0,${maxLength}}(,[^,]{0,${maxLength}})*$`)
  const List = describedAs(z.string().max(2_000, INVALID), z.string().max(2_000).regex(short))
  return z
    .union([List, z.array(List).max(100, INVALID)], INVALID)
    .default('')
    .transform((given) => {
      const values = [given].flat().flatMap((list) => list.split(',').map((value) => value.trim()))
      return [...new Set(values)].filter((value) => value !== '')
    })
    .refine((values) => values.every((value) => value.length <= maxLength), {
      message: INVALID,
      params: { detail: `contains a value of more than ${maxLength} characters` },
    })
}

/** Values that must be equal. */
const ExactValues = valuesOf(2_000)
/** Values that match substrings; shorter, since the time grows with the length. */
const Substrings = valuesOf(200)

/** Description and example of each filter. */
const COMPARED: Readonly<Record<Facet, readonly [description: string, example: string]>> = {
  email: ['e-mail addresses of its people', 'idris.quill@acme-coast.example'],
  roles: ['roles of its people', 'Technical Contact'],
  name: ['project name', 'Harbour Berths'],
  developed: ['type of development, or a substring of a partner', 'Partnership'],
  languages: ['main and other languages', 'Java,Kotlin'],
  source_control: [
    'substrings of type, descriptions and URLs of its source control; all must match',
    'github',
  ],
  hosting: ['type and details of its hosting', 'AWS'],
  database: ['databases', 'PostgreSQL'],
  frameworks: ['frameworks', 'Spring Boot'],
  cicd: ['CI/CD tools', 'Jenkins'],
  infrastructure: ['infrastructure', 'Docker'],
  environments: ['environments that it has: dev, int, uat, preprod, prod, postprod', 'prod'],
  publishing: ['publishing targets', 'Maven Central'],
}

const LISTS = {
  ...(Object.fromEntries(
    FILTERS.map((name) => {
      const [description, example] = COMPARED[name]
      return [
        name,
        (PARTIAL.has(name) ? Substrings : ExactValues).meta({ description, examples: [example] }),
      ]
    }),
  ) as Record<Facet, typeof ExactValues>),
  return: ExactValues.meta({
    description: `sections to return: ${SECTIONS.join(', ')}`,
    examples: ['details,architecture'],
  }),
}
const listNames = Object.keys(LISTS) as (keyof typeof LISTS)[]
const Query = listQuery(z.object({ ...LISTS, ...LIST_PARAMETERS })).refine(
  (query) => listNames.flatMap((name) => query[name]).length <= MAX_VALUES,
  {
    message: `Too many filter values: at most ${MAX_VALUES}`,
    params: { detail: `exceeds ${MAX_VALUES} values in all filters` },
  },
)

/** The search over projects. */
export function searchRoutes(registry: Registry): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      id: 'searchProjects',
      tag: 'Projects',
      summary: 'Search the projects of the caller; all projects for admins',
      description:
        'Values are comma-separated and compared case-insensitively. ' +
        'A project must match every given filter with at least one value; ' +
        'at most 100 values in total. `return` selects sections like `fields`, but ignores ' +
        'unknown names.',
      access: 'authenticated',
      query: Query,
      otherTypes: ROW_TYPES,
      reply: z.array(ListedProject),
      replyHeaders: NEXT_PAGE,
      conditional: 'read',
      compressed: true,
      costly: true,
      async handle({ identity, query, headers }) {
        const {
          limit,
          cursor,
          sort,
          fields,
          format: _,
          for: _for,
          return: sections,
          ...filter
        } = query
        const caller = callerOf(identity)
        const state = await registry.read()
        const visible = caller.isAdmin
          ? findCandidates(state.projects, filter)
          : listProjects(state.projects, caller, 'own')
        const passing = await inSlices(filterProjects(visible, filter))
        const page = { limit, cursor, sort, fields }
        const { body, next } = arrangeProjects(passing, page)
        return respondList<Project[]>(headers, {
          path: PATH,
          query,
          columns: columnsOf(fields),
          rowsOf: (projects) => projects,
          build: () => ({ body: body.map((project) => selectSections(project, sections)), next }),
          options: { staleSeconds: state.staleSeconds, isPersonal: true },
        })
      },
    }),
  ]
}
