import { CONTROL, DomainError, type ProjectsDocument, strictly } from '@landscape/contracts'
import { actorOf, previewEdit, route, type Route } from '@landscape/http'
import type { StoredDocument } from '@landscape/store'
import { z } from 'zod'
import { normaliseTechnology } from './normalise-technology.ts'
import { Message } from '../history/message.ts'

const NORMALISED = 'Technology names normalised successfully'
const REQUIRED = "Both 'from' and 'to' values are required"
const Name = z
  .string(REQUIRED)
  .min(1, REQUIRED)
  .max(500, 'Technology names have at most 500 characters')

const PATH = '/admin/api/normalise/technology'
/** The path of the specification, and the one that existing clients call. */
const PATHS = [
  { path: PATH, id: 'normaliseTechnology' },
  {
    path: '/admin/api/normalise-technology',
    id: 'normaliseTechnologyAsBefore',
    deprecated: { since: '2026-11-22', successor: PATH },
  },
]

/** Giving a technology one name in all projects, for administrators. */
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
      summary: 'Give a technology one name in all projects',
      description:
        'Wherever projects name the technology `from`, they name `to` afterwards. With `dryRun` nothing is stored and the answer says what the edit would alter. Of `If-Match` only `*` makes sense, since nothing shows a tag of the registry.',
      example: { message: NORMALISED, updatedProjects: 3 },
      bodyExample: { from: 'Postgres', to: 'PostgreSQL' },
      access: { anyGroup: ['admin'] },
      body: z.strictObject(
        { from: Name, to: Name, dryRun: CONTROL.dryRun },
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
        // A registry that does not exist yet must not come into being here.
        const exists = (await projects.read()) !== undefined
        assertAny(headers['if-match'], exists)
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
 * No read shows a tag of the registry, so nobody can have one: to hash all of it for each caller
 * would hold up the others for nothing.
 *
 * @throws DomainError `precondition-failed`
 */
function assertAny(ifMatch: string | undefined, exists: boolean): void {
  if (ifMatch === undefined || (exists && ifMatch.trim() === '*')) return
  throw new DomainError('precondition-failed', 'The registry has no tag to compare')
}
