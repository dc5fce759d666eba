import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import { onlyMembers } from '@landscape/contracts/control-members'
import { describedAs } from '@landscape/contracts/described-as'
import { projectOfRecord } from '@landscape/contracts/projects'
import { ProjectShape } from '@landscape/contracts/project-shape'
import { entityTag } from '@landscape/store/documents/entity-tag'
import { actorOf } from '@landscape/http/responses/documents'
import { reply } from '@landscape/http/responses/reply'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { appendEditor } from '../registry/append-editor.ts'
import { checkProject, MISSING, NewProject } from '../registry/check-project.ts'
import { addProject, deleteProject, updateProject } from '../registry/edits.ts'
import { callerOf } from '../registry/ownership.ts'
import { Project, publicProject } from '../registry/project.ts'
import type { Registry } from '../registry/registry.ts'
import { toStoredSections } from '../registry/to-stored-sections.ts'
import { projectPath, PROJECTS_PATH as PATH, ProjectName } from './project-path.ts'
import { etagIfStoredAsSent } from './project-reply.ts'

export interface ProjectRoutesDeps {
  registry: Registry
  /**
   * Serves the existing web client: adds the creator as editor, returns an empty array with 404, complete
   * projects, and all projects to administrators by default.
   */
  existingClients: boolean
}

/** Ends the descriptions of bodies. */
const ANY_SHAPE =
  ' Only the name, `user`, `details` and `environments` are validated; ' +
  'other sections and fields are stored in any shape.'

/** Registers a project. */
export function createRoute({ registry, existingClients }: ProjectRoutesDeps): Route {
  return route({
    method: 'post',
    path: PATH,
    id: 'createProject',
    tag: 'Projects',
    summary: 'Register a project; the caller becomes its owner',
    description:
      'The body requires the e-mail of a first user and a name; other sections are optional. ' +
      'A name that the caller already uses is rejected with 409.' +
      ANY_SHAPE,
    access: 'authenticated',
    body: describedAs(z.unknown(), ProjectShape),
    bodySize: BODY_SIZES['/api/v1'],
    bodyMissing: MISSING,
    reply: Project,
    status: 201,
    replyHeaders: { location: 'path of the project', etag: 'ETag of the version' },
    codes: ['body-missing', 'conflict', 'quota-exceeded', 'insufficient-storage'],
    async handle({ body, identity, requestId }) {
      const caller = callerOf(identity)
      const sent = checkProject(body, NewProject)
      const project = existingClients ? appendEditor(sent, caller.email) : sent
      const stored = await registry.edit(
        (projects) => addProject(projects, { project, caller }),
        actorOf({ identity, requestId }, 'create project'),
      )
      return reply(201, project, {
        location: projectPath(projectOfRecord(stored).name),
        etag: entityTag(stored),
      })
    },
  })
}

/** Updates the sections of a project. */
export function updateRoute({ registry, existingClients }: ProjectRoutesDeps): Route {
  return route({
    method: 'put',
    path: `${PATH}/:project_name`,
    id: 'updateProject',
    tag: 'Projects',
    summary: 'Update the sections in the body',
    description:
      'Sent sections replace the stored ones completely; other sections stay. ' +
      'The response is the sent body. ' +
      'Only the owner or an administrator may rename a project; a contact gets 403.' +
      ANY_SHAPE,
    access: 'authenticated',
    params: ProjectName,
    body: describedAs(z.unknown(), ProjectShape),
    bodySize: BODY_SIZES['/api/v1'],
    acceptsStored: true,
    bodyMissing: MISSING,
    reply: Project,
    conditional: 'edit',
    codes: [
      'forbidden',
      'not-found',
      'body-missing',
      'conflict',
      'quota-exceeded',
      'insufficient-storage',
    ],
    async handle({ params, body, identity, requestId, headers }) {
      const update = {
        name: params.project_name,
        caller: callerOf(identity),
        ifMatch: headers['if-match'],
        body,
        ...(existingClients && { toUpdate: toStoredSections }),
      }
      const stored = await registry.edit(
        (projects) => updateProject(projects, update),
        actorOf({ identity, requestId }, 'update project'),
      )
      return reply(200, publicProject(body as Project), etagIfStoredAsSent(body, stored))
    },
  })
}

/** Deletes a project. */
export function deleteRoute({ registry }: ProjectRoutesDeps): Route {
  return route({
    method: 'delete',
    path: `${PATH}/:project_name`,
    id: 'deleteProject',
    tag: 'Projects',
    summary: 'Delete a project that the caller owns; any project for admins',
    description: 'An administrator can restore it by undoing the change in the history.',
    access: 'authenticated',
    params: ProjectName,
    body: z.unknown().check(onlyMembers([])).meta({ description: 'an object without members' }),
    bodySize: BODY_SIZES['/api/v1'],
    bodyOptional: true,
    reply: z.void(),
    status: 204,
    conditional: 'edit',
    codes: ['forbidden', 'not-found'],
    async handle({ params, identity, requestId, headers }) {
      const [caller, ifMatch] = [callerOf(identity), headers['if-match']]
      await registry.edit(
        (projects) => deleteProject(projects, { name: params.project_name, caller, ifMatch }),
        actorOf({ identity, requestId }, 'delete project'),
      )
    },
  })
}
