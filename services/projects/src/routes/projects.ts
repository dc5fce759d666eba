import { DomainError } from '@landscape/contracts/errors/domain-error'
import { NEXT_PAGE } from '@landscape/http/request/page-query'
import { createResponseCache } from '@landscape/http/responses/prepared-response'
import { otherReply } from '@landscape/http/responses/reply'
import { respondList } from '@landscape/http/responses/respond-list'
import { ROW_TYPES } from '@landscape/http/responses/rows'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { arrangeProjects } from '../registry/arrange-projects.ts'
import { listProjects } from '../registry/find-projects.ts'
import { callerOf } from '../registry/ownership.ts'
import { ListedProject, Project } from '../registry/project.ts'
import { LIST_PARAMETERS, listQuery } from './list-query.ts'
import { createRoute, deleteRoute, updateRoute, type ProjectRoutesDeps } from './project-edits.ts'
import { PROJECTS_PATH as PATH, ProjectName } from './project-path.ts'
import { projectReply, readHeaders } from './project-reply.ts'
import { columnsOf } from './project-rows.ts'

/** Routes of projects: the list and single projects. */
export function projectRoutes(deps: ProjectRoutesDeps): Route[] {
  return [listRoute(deps), createRoute(deps), getRoute(deps), updateRoute(deps), deleteRoute(deps)]
}

/** Runs directly: a `costly` route is already queued. */
const inQueue = <R>(work: () => Promise<R>): Promise<R> => work()

const ListQuery = listQuery(
  z.object({
    scope: z
      .enum(['own', 'all'], 'Invalid scope')
      .optional()
      .meta({
        description: 'the projects of the caller, or all projects (administrators only)',
        examples: ['own'],
      }),
    ...LIST_PARAMETERS,
  }),
)

function listRoute({ registry, existingClients }: ProjectRoutesDeps): Route {
  const cache = createResponseCache()
  return route({
    method: 'get',
    path: PATH,
    id: 'listProjects',
    tag: 'Projects',
    summary: 'Projects of the caller; all projects with scope=all, for admins',
    description:
      'Projects of which the caller is owner or contact, as they were sent; ' +
      'complete unless `limit` is given, whose pages are sorted by name by default. 404 when there are none. ' +
      'Administrators get all projects with `scope=all`.',
    access: 'authenticated',
    query: ListQuery,
    otherTypes: ROW_TYPES,
    costly: true,
    reply: z.array(ListedProject),
    conditional: 'read',
    compressed: true,
    replyHeaders: NEXT_PAGE,
    // The existing web client reads this array.
    others: { 404: z.array(z.never()).max(0) },
    codes: ['forbidden', 'not-found', 'unavailable'],
    async handle({ identity, query, headers }) {
      const caller = callerOf(identity)
      const { scope = existingClients && caller.isAdmin ? 'all' : 'own' } = query
      if (scope === 'all' && !caller.isAdmin) {
        throw new DomainError('forbidden', 'Admin access required')
      }
      const { projects, version, staleSeconds } = await registry.read()
      const listed = listProjects(projects, caller, scope)
      if (listed.length > 0) {
        const person = scope === 'own' ? caller.email : undefined
        return respondList<Project[]>(headers, {
          path: PATH,
          query,
          columns: columnsOf(query.fields),
          rowsOf: (projects) => projects,
          build: () => arrangeProjects(listed, query),
          options: { staleSeconds, isPersonal: true },
          kept: { cache, queued: inQueue, name: [person], version },
        })
      }
      if (existingClients) return otherReply(404, [], readHeaders(staleSeconds))
      throw new DomainError('not-found', 'Projects not found')
    },
  })
}

function getRoute({ registry, existingClients }: ProjectRoutesDeps): Route {
  return route({
    method: 'get',
    path: `${PATH}/:project_name`,
    id: 'getProject',
    tag: 'Projects',
    summary: 'One project of the caller; any project for admins',
    description: 'The response has the `ETag` for `If-Match` of an update or a deletion.',
    access: 'authenticated',
    params: ProjectName,
    reply: Project,
    conditional: 'read',
    codes: ['not-found'],
    async handle({ params, identity, headers }) {
      const caller = callerOf(identity)
      const target = { name: params.project_name, caller, existingClients }
      return projectReply(await registry.read(), target, headers)
    },
  })
}
