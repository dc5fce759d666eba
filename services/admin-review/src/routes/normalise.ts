import type { ProjectsDocument } from '@landscape/contracts'
import { assertIfMatch, reply, route, type Route } from '@landscape/http'
import type { StoredDocument } from '@landscape/object-store'
import { z } from 'zod'
import { normaliseTechnology } from '../normalisation/normalise-technology.ts'
import { editDocument } from './edit-document.ts'
import { EDIT_ERRORS, Message } from './message.ts'

const REQUIRED = "Both 'from' and 'to' values are required"
const Name = z
  .string(REQUIRED)
  .min(1, REQUIRED)
  .max(500, 'Technology names have at most 500 characters')

/** The path of the specification, and the one that existing clients call. */
const PATHS = ['/admin/api/normalise/technology', '/admin/api/normalise-technology']

export function normaliseRoutes({
  projects,
}: {
  projects: StoredDocument<ProjectsDocument>
}): Route[] {
  return PATHS.map((path) =>
    route({
      method: 'post',
      path,
      summary: 'Give a technology one name in all projects',
      access: { anyGroup: ['admin'] },
      body: z.looseObject({ from: Name, to: Name }, REQUIRED),
      reply: Message.extend({ updatedProjects: z.int() }),
      errors: EDIT_ERRORS,
      async handle(call) {
        const { from, to } = call.body
        const answer = (updatedProjects: number) => ({
          message: 'Technology names normalised successfully',
          updatedProjects,
        })
        // A registry that does not exist yet must not come into being here.
        if (!(await projects.read())) {
          assertIfMatch(call.req.headers['if-match'], undefined)
          return reply(200, answer(0))
        }
        let updated = 0
        return editDocument(call, {
          document: projects,
          action: 'normalise technology',
          change: (current = {}) => {
            const result = normaliseTechnology(current, from, to)
            updated = result.updatedProjects
            return result.document
          },
          answer: () => answer(updated),
        })
      },
    }),
  )
}
