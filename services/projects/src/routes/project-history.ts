import { DomainError } from '@landscape/contracts/errors/domain-error'
import { RecordedChange, RecordedChanges } from '@landscape/contracts/history'
import type { Identity } from '@landscape/contracts/identity'
import {
  changePage,
  type ChangeQuery,
  type ChangeSource,
} from '@landscape/store/history/change-page'
import { ChangesQuery } from '@landscape/http/request/changes-query'
import { respond } from '@landscape/http/responses/conditional-read'
import { prepareJson } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { findProject } from '../registry/find-projects.ts'
import { callerOf } from '../registry/ownership.ts'
import { findProjectChange, projectChanges } from '../registry/project-changes.ts'
import type { Registry } from '../registry/registry.ts'
import { ProjectName, PROJECTS_PATH } from './project-path.ts'

const READ = {
  method: 'get',
  tag: 'History',
  access: 'authenticated',
  conditional: 'read',
  compressed: true,
  costly: true,
  codes: ['not-found'],
} as const

/** The history of a project: a page of changes, and one change. */
export function projectHistoryRoutes(registry: Registry): Route[] {
  return [listRoute(registry), getRoute(registry)]
}

function listRoute(registry: Registry): Route {
  return route({
    ...READ,
    path: `${PROJECTS_PATH}/:project_name/history`,
    id: 'listProjectChanges',
    summary: 'Changes of one project of the caller, newest first; of any project for admins',
    description:
      'Follows the project through renames. A page contains at most `limit` changes; ' +
      '`next` is the cursor of the next page.',
    params: ProjectName,
    strictQuery: true,
    query: ChangesQuery.extend({
      document: z
        .enum(['projects'], 'Unknown document')
        .optional()
        .meta({
          description: 'accepted for compatibility with other histories; always `projects`',
          examples: ['projects'],
        }),
    }),
    reply: RecordedChanges,
    async handle({ params, query: { limit, cursor, ...query }, identity, headers }) {
      const target = { name: params.project_name, identity, query }
      const projects = await changesOf(registry, target)
      const page = await changePage(projects ? { projects } : {}, {
        limit,
        ...(cursor && { cursor }),
      })
      return respond(headers, prepareJson(page), { isPersonal: true })
    },
  })
}

function getRoute(registry: Registry): Route {
  return route({
    ...READ,
    path: `${PROJECTS_PATH}/:project_name/history/:id`,
    id: 'getProjectChange',
    summary: 'One change of a project of the caller; of any project for admins',
    description: 'Author, time and request, and each changed path with its old and new value.',
    params: ProjectName.extend({
      id: z.string().meta({
        description: '`id` of a change, as returned by `listProjectChanges`',
        examples: ['projects-1-1'],
      }),
    }),
    reply: RecordedChange,
    async handle({ params, identity, headers }) {
      const changes = await changesOf(registry, { name: params.project_name, identity })
      const change = changes && (await findProjectChange(changes, params.id))
      if (!change) throw new DomainError('not-found', 'Change not found')
      return respond(headers, prepareJson(change), { isPersonal: true })
    },
  })
}

interface Target {
  name: string
  identity: Identity
  query?: ChangeQuery
}

/** The changes of a project of the caller; undefined without a recorded history. */
async function changesOf(
  registry: Registry,
  { name, identity, query = {} }: Target,
): Promise<ChangeSource | undefined> {
  const { projects, past } = await registry.history()
  const found = findProject(projects, name, callerOf(identity))
  if (!found) throw new DomainError('not-found', 'Project not found')
  return past && projectChanges(past, { projects, index: found.index }, query)
}
