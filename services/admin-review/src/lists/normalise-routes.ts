import { CONTROL, strictly } from '@landscape/contracts/control-members'
import { isShortName, MAX_NAME_LENGTH } from '@landscape/contracts/admit'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { ProjectsDocument } from '@landscape/contracts/landscape'
import { actorOf } from '@landscape/http/responses/documents'
import { previewEdit } from '@landscape/http/responses/preview'
import { route, type Route } from '@landscape/http/route/route'
import type { StoredDocument } from '@landscape/store/documents/document'
import { z } from 'zod'
import { normaliseTechnology } from './normalise-technology.ts'
import { Message } from '../history/message.ts'

const NORMALISED = 'Technology names normalised successfully'
const REQUIRED = "Both 'from' and 'to' values are required"
/** A stored name has any length. */
const From = z.string(REQUIRED).min(1, REQUIRED)
const To = From.refine(isShortName, {
  message: `Technology names must not exceed ${MAX_NAME_LENGTH} characters`,
  params: { detail: `must have at most ${MAX_NAME_LENGTH} characters` },
})

/** The path of the specification and the path that existing clients call. */
const PATHS = [
  { path: '/admin/api/normalise/technology', id: 'normaliseTechnology' },
  { path: '/admin/api/normalise-technology', id: 'normaliseTechnologyAsBefore' },
]

/** Renames a technology in all projects, for administrators. */
export function normaliseRoutes({
  projects,
}: {
  projects: StoredDocument<ProjectsDocument>
}): Route[] {
  return PATHS.map((named) =>
    route({
      ...named,
      method: 'post',
      tag: 'Administration',
      summary: 'Rename a technology in all projects',
      description:
        'Replaces `from` by `to` in all technology fields of all projects. ' +
        'With `dryRun` nothing is stored and the response lists the `operations` of the edit. ' +
        '`If-Match` accepts only `*`; the ETag of the registry is not exposed.',
      access: { anyGroup: ['admin'] },
      body: z.strictObject(
        { from: From, to: To, dryRun: CONTROL.dryRun },
        { error: strictly(REQUIRED) },
      ),
      reply: Message.extend({ updatedProjects: z.int() }),
      conditional: 'edit',
      costly: true,
      async handle({ headers, body: { from, to, dryRun }, identity, requestId }) {
        const change = (current: ProjectsDocument = {}) => {
          const { document, updatedProjects } = normaliseTechnology(current, from, to)
          return { next: document, result: { message: NORMALISED, updatedProjects } }
        }
        // A missing registry must not be created here.
        const exists = (await projects.read()) !== undefined
        assertIfMatch(headers['if-match'], exists)
        if (dryRun === true)
          return (await previewEdit({ document: projects, absent: {}, change })).body
        if (!exists) return change().result
        const by = actorOf({ identity, requestId }, 'normalise technology')
        return (await projects.change(change, { by })).result
      },
    }),
  )
}

/**
 * No response contains the ETag of the registry, so only `*` can match.
 *
 * @throws DomainError `precondition-failed`
 */
function assertIfMatch(ifMatch: string | undefined, exists: boolean): void {
  if (ifMatch === undefined || (exists && ifMatch.trim() === '*')) return
  throw new DomainError('precondition-failed', 'If-Match accepts only * for the registry')
}
