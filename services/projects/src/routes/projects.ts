import {
  BODY_SIZES,
  describedAs,
  DomainError,
  onlyMembers,
  PROJECT_EXAMPLE,
  projectName,
  ProjectShape,
} from '@landscape/contracts'
import { entityTag } from '@landscape/store'
import { actorOf, otherReply, reply, route, type Route } from '@landscape/http'
import { z } from 'zod'
import { appendEditor } from '../registry/append-editor.ts'
import { checkProject, MISSING, NewProject } from '../registry/check-project.ts'
import { arrangeProjects } from '../registry/arrange-projects.ts'
import {
  addProject,
  deleteProject,
  projectToDelete,
  projectToUpdate,
  updateProject,
} from '../registry/edits.ts'
import { describeLists, type ClosedLists } from '../registry/closed-lists.ts'
import { listProjects } from '../registry/find-projects.ts'
import { callerOf } from '../registry/ownership.ts'
import { ListedProject, Project, publicProject } from '../registry/project.ts'
import type { Registry } from '../registry/registry.ts'
import { partOfWhole } from '../registry/part-of-whole.ts'
import { LIST_PARAMETERS, listQuery, nextPageLink, NEXT_PAGE } from './list-query.ts'
import { projectPath, PROJECTS_PATH as PATH, ProjectName } from './project-path.ts'
import { newProjectBody, projectExample } from './project-body.ts'
import { etagIfStoredAsSent, predecessorLink, projectReply, readHeaders } from './project-reply.ts'
import { IN_ROWS, replyInRows } from './project-rows.ts'

/** For the description: nobody who sends old forms is turned away. */
const ANY_SHAPE =
  'A section or field in another shape than the described one is taken and kept, but for the name, `user`, `details` and `environments`.'

interface ProjectRoutesDeps {
  registry: Registry
  /**
   * Serve the registry's existing web client: name the creator as editor, answer 404 with an empty list,
   * one project with every section, and all projects to an admin who does not say which.
   */
  existingClients: boolean
  closed: ClosedLists
}

/** Projects of the caller, one by one and as a list. */
export function projectRoutes({ registry, existingClients, closed }: ProjectRoutesDeps): Route[] {
  const lists = describeLists(closed)
  const bodyExample = projectExample(closed)
  return [
    route({
      method: 'get',
      path: PATH,
      id: 'listProjects',
      tag: 'Projects',
      summary: 'Projects of the caller; of everybody with scope=all, for admins',
      description:
        'Those that the caller owns or is a contact of, as they were sent, all of them unless `limit` is given; 404 when there is none. Administrators ask for those of everybody with `scope=all`.',
      example: [PROJECT_EXAMPLE],
      access: 'authenticated',
      // All of them for admins only.
      query: listQuery(
        z.object({
          scope: z
            .enum(['own', 'all'], 'Invalid scope')
            .optional()
            .meta({
              description: 'whose projects: the caller’s own, or those of everybody',
              examples: ['own'],
            }),
          ...LIST_PARAMETERS,
        }),
      ),
      ...IN_ROWS,
      costly: true,
      reply: z.array(ListedProject),
      replyHeaders: NEXT_PAGE,
      // What the existing web client reads.
      others: { 404: z.array(z.never()).max(0) },
      codes: ['forbidden', 'not-found', 'unavailable'],
      async handle({ identity, query, headers }) {
        const caller = callerOf(identity)
        const { scope = existingClients && caller.isAdmin ? 'all' : 'own' } = query
        if (scope === 'all' && !caller.isAdmin) {
          throw new DomainError('forbidden', 'Admin access required')
        }
        const { projects, staleSeconds } = await registry.read()
        const found = listProjects(projects, caller, scope)
        const replyHeaders = readHeaders(staleSeconds)
        if (found.length > 0) {
          const page = arrangeProjects(found, query)
          const link = nextPageLink(PATH, query, page.next)
          return replyInRows(page.projects, { headers, query }, { ...replyHeaders, ...link })
        }
        if (existingClients) return otherReply(404, [], replyHeaders)
        throw new DomainError('not-found', 'Projects not found')
      },
    }),
    route({
      method: 'post',
      path: PATH,
      id: 'createProject',
      tag: 'Projects',
      summary: 'Register a project; the caller becomes its owner',
      description:
        'The body needs the e-mail of a first user and a name; a section that is not known yet may be left out. A name that the caller has already is refused with 409. ' +
        ANY_SHAPE +
        lists,
      example: PROJECT_EXAMPLE,
      bodyExample,
      access: 'authenticated',
      body: newProjectBody(closed),
      bodySize: BODY_SIZES['/api/v1'],
      bodyMissing: MISSING,
      reply: Project,
      status: 201,
      replyHeaders: { location: 'path of the project', etag: 'tag of the version' },
      codes: ['body-missing', 'conflict', 'quota-exceeded', 'insufficient-storage'],
      async handle({ body, identity, requestId }) {
        const caller = callerOf(identity)
        const sent = checkProject(body, NewProject, { closed })
        const project = existingClients ? appendEditor(sent, caller.email) : sent
        const add = (projects: readonly unknown[]) => addProject(projects, { project, caller })
        const by = actorOf({ identity, requestId }, 'create project')
        const { record } = await registry.edit(add, { by })
        return reply(201, project, {
          location: projectPath(projectName(record) ?? ''),
          etag: entityTag(record),
        })
      },
    }),
    route({
      method: 'get',
      path: `${PATH}/:project_name`,
      id: 'getProject',
      tag: 'Projects',
      summary: 'One project of the caller; any project for admins',
      description: 'The answer bears the tag that an update or a deletion may name in `If-Match`.',
      example: PROJECT_EXAMPLE,
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
    }),
    route({
      method: 'put',
      path: `${PATH}/:project_name`,
      id: 'updateProject',
      tag: 'Projects',
      summary: 'Update the sections of a project that are sent',
      description:
        'Sections that are sent replace the stored ones as wholes, sections that are not sent stay. The answer is what was sent; its `Link` leads to the change that it overwrote. Only the owner or an administrator renames a project; a contact gets 403. ' +
        ANY_SHAPE +
        lists,
      example: PROJECT_EXAMPLE,
      bodyExample,
      access: 'authenticated',
      params: ProjectName,
      body: describedAs(z.unknown(), ProjectShape),
      bodySize: BODY_SIZES['/api/v1'],
      sentBack: true,
      bodyMissing: MISSING,
      reply: Project,
      conditional: 'edit',
      replyHeaders: {
        link: 'path of the change that this one overwrote, as `predecessor-version` (RFC 5829), where the history has one',
      },
      codes: [
        'forbidden',
        'not-found',
        'body-missing',
        'conflict',
        'quota-exceeded',
        'insufficient-storage',
      ],
      async handle({ params, body, identity, requestId, headers }) {
        const target = { name: params.project_name, caller: callerOf(identity) }
        const update = {
          ...target,
          body,
          closed,
          ...(existingClients && { meant: partOfWhole }),
        }
        const { record, predecessor } = await registry.edit(
          (projects) => updateProject(projects, update),
          {
            by: actorOf({ identity, requestId }, 'update project'),
            ifMatch: headers['if-match'],
            tagged: (projects) => projectToUpdate(projects, target),
          },
        )
        const name = projectName(record) ?? params.project_name
        return reply(200, publicProject(body as Project), {
          ...etagIfStoredAsSent(body, record),
          ...predecessorLink(name, await predecessor()),
        })
      },
    }),
    route({
      method: 'delete',
      path: `${PATH}/:project_name`,
      id: 'deleteProject',
      tag: 'Projects',
      summary: 'Delete a project that the caller owns; any project for admins',
      description:
        'An administrator can take it back by undoing the change that the history shows.',
      access: 'authenticated',
      params: ProjectName,
      body: z.unknown().check(onlyMembers([])).meta({ description: 'has no members' }),
      bodySize: BODY_SIZES['/api/v1'],
      bodyOptional: true,
      reply: z.void(),
      status: 204,
      conditional: 'edit',
      codes: ['forbidden', 'not-found'],
      async handle({ params, identity, requestId, headers }) {
        const target = { name: params.project_name, caller: callerOf(identity) }
        await registry.edit((projects) => deleteProject(projects, target), {
          by: actorOf({ identity, requestId }, 'delete project'),
          ifMatch: headers['if-match'],
          tagged: (projects) => projectToDelete(projects, target),
        })
      },
    }),
  ]
}
