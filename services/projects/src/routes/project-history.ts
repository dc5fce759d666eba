import { PROJECT_CHANGES_EXAMPLE, RecordedChanges } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { changePage } from '@landscape/history'
import { route, type Route } from '@landscape/http'
import { ChangesQuery, prepareAnswer, respond } from '@landscape/service'
import { z } from 'zod'
import { indexOfProject } from '../registry/find-projects.ts'
import { callerOf } from '../registry/ownership.ts'
import { projectChanges } from '../registry/project-changes.ts'
import type { Registry } from '../registry/registry.ts'
import { ProjectName, PROJECTS_PATH } from './project-path.ts'

/** What was changed in a project. */
export function projectHistoryRoute(registry: Registry): Route {
  return route({
    method: 'get',
    path: `${PROJECTS_PATH}/:project_name/history`,
    id: 'listProjectChanges',
    tag: 'History',
    summary: 'Changes of one project of the caller, newest first; of any project for admins',
    description:
      'Follows the project through renames. A page holds at most `limit` changes; `next` is the cursor of the page after it.',
    example: PROJECT_CHANGES_EXAMPLE,
    access: 'authenticated',
    params: ProjectName,
    query: ChangesQuery.extend({
      document: z
        .enum(['projects'], 'Unknown document')
        .optional()
        .meta({
          description: 'as other lists of changes take it; here there is one',
          examples: ['projects'],
        }),
    }),
    reply: RecordedChanges,
    conditional: 'read',
    compressed: true,
    costly: true,
    codes: ['not-found'],
    async handle({ params, query: { limit, cursor, ...query }, identity, headers }) {
      const { projects, past } = await registry.history()
      const index = indexOfProject(projects, params.project_name, callerOf(identity))
      if (index === -1) throw new DomainError('not-found', 'Project not found')
      const sources = past && { projects: projectChanges(past, { projects, index }, query) }
      const page = await changePage(sources ?? {}, { limit, ...(cursor && { cursor }) })
      return respond(headers, prepareAnswer(page), { isPersonal: true })
    },
  })
}
