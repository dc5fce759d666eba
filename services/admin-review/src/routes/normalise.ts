import type { ProjectsDocument } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { reply, route, type Route } from '@landscape/http'
import type { StoredDocument } from '@landscape/documents'
import { actorOf } from '@landscape/service'
import { z } from 'zod'
import { normaliseTechnology } from '../normalise-technology.ts'
import { Message } from './message.ts'

const REQUIRED = "Both 'from' and 'to' values are required"
const Name = z
  .string(REQUIRED)
  .min(1, REQUIRED)
  .max(500, 'Technology names have at most 500 characters')

/** The path of the specification, and the one that existing clients call. */
const PATHS = ['/admin/api/normalise/technology', '/admin/api/normalise-technology']

/** Giving a technology one name in all projects, for administrators. */
export function normaliseRoutes({
  projects,
}: {
  projects: StoredDocument<ProjectsDocument>
}): Route[] {
  return PATHS.map((path) =>
    route({
      method: 'post',
      path,
      summary:
        'Give a technology one name in all projects; of If-Match only * makes sense, since nothing shows a tag of the registry',
      access: { anyGroup: ['admin'] },
      body: z.looseObject({ from: Name, to: Name }, REQUIRED),
      reply: Message.extend({ updatedProjects: z.int() }),
      conditional: 'edit',
      costly: true,
      async handle({ headers, body: { from, to }, identity, requestId }) {
        const answer = (updatedProjects: number) =>
          reply(200, { message: 'Technology names normalised successfully', updatedProjects })
        // A registry that does not exist yet must not come into being here.
        const exists = (await projects.read()) !== undefined
        assertAny(headers['if-match'], exists)
        if (!exists) return answer(0)
        const { result } = await projects.change(
          (current = {}) => {
            const { document, updatedProjects } = normaliseTechnology(current, from, to)
            return { next: document, result: updatedProjects }
          },
          { by: actorOf({ identity, requestId }, 'normalise technology') },
        )
        return answer(result)
      },
    }),
  )
}

/**
 * No read shows a tag of the registry, so nobody can have one: to hash all of it for each caller
 * would hold up the others for nothing.
 *
 * @throws DomainError `precondition-failed`
 */
function assertAny(ifMatch: string | undefined, exists: boolean): void {
  if (ifMatch === undefined || (exists && ifMatch.trim() === '*')) return
  throw new DomainError('precondition-failed', 'The registry has no tag to compare')
}
