import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import { CONTROL, onlyMembers, strictly } from '@landscape/contracts/control-members'
import { TechnologyName } from './technology-names.ts'
import { editDocument } from '@landscape/http/responses/documents'
import { route, type Route } from '@landscape/http/route/route'
import type { Documents } from '@landscape/store/documents/open-documents'
import { z } from 'zod'
import { Message } from '../history/message.ts'
import { addAlias, removeAlias } from './edit-alias.ts'
import { CONFIRM_MERGE, MERGING, Merges, namingMerges, readOwnRings } from './merges.ts'
import { NONE, PATH } from './routes.ts'

const ALIAS = {
  name: TechnologyName.shape.name,
  alias: TechnologyName.shape.aliases.element.meta({
    description: 'another name of the same technology',
    examples: ['psql'],
  }),
}

/** Any stored alias can be removed, also one that may not be added. */
const QUERY = z.object({
  name: z.string().meta({ description: 'the technology', param: { example: 'PostgreSQL' } }),
  alias: z.string().meta({ description: 'its other name', param: { example: 'psql' } }),
})

interface Deps {
  documents: Documents<'technologyNames' | 'radar' | 'repositories' | 'directorates'>
  /** Milliseconds since the epoch. */
  now: () => number
}

const COMMON = {
  tag: 'Administration',
  path: `${PATH}/aliases`,
  access: { anyGroup: ['admin'] },
  conditional: 'edit',
} as const

/** One alias of a technology, for administrators. */
export function aliasRoutes(deps: Deps): Route[] {
  return [addRoute(deps), removeRoute(deps)]
}

function addRoute({ documents, now }: Deps): Route {
  return route({
    ...COMMON,
    method: 'post',
    id: 'addTechnologyAlias',
    summary: 'Add one alias of a technology',
    description:
      'A name that is not stored is added. Adding a stored alias again changes nothing. ' +
      `A name or alias of another technology is a 409. ${MERGING} ` +
      'With `dryRun` nothing is stored and the response lists the `operations` of the edit.',
    body: z.strictObject(
      { dryRun: CONTROL.dryRun, ...CONFIRM_MERGE, ...ALIAS },
      { error: strictly('Invalid alias') },
    ),
    bodySize: BODY_SIZES[COMMON.path],
    reply: Message.extend({ merges: Merges.optional() }),
    codes: ['conflict'],
    async handle(call) {
      const { dryRun, confirmMerge, name, alias } = call.body
      return editDocument(call, {
        document: documents.technologyNames,
        absent: NONE,
        dryRun,
        action: 'add technology alias',
        change: namingMerges(
          (current = NONE) => ({
            next: addAlias(current, { name, alias }),
            result: { message: 'Alias added successfully' },
          }),
          {
            rings: await readOwnRings(documents, now()),
            isAllowed: confirmMerge === true || dryRun === true,
          },
        ),
      })
    },
  })
}

function removeRoute({ documents: { technologyNames } }: Deps): Route {
  return route({
    ...COMMON,
    method: 'delete',
    id: 'removeTechnologyAlias',
    summary: 'Remove one alias of a technology',
    description: 'The name stays. Stored projects do not change.',
    query: QUERY,
    strictQuery: true,
    body: z.unknown().check(onlyMembers([])).meta({ description: 'an object without members' }),
    bodySize: BODY_SIZES[COMMON.path],
    bodyOptional: true,
    reply: Message,
    codes: ['not-found'],
    handle: (call) =>
      editDocument(call, {
        document: technologyNames,
        absent: NONE,
        action: 'remove technology alias',
        change: (current = NONE) => ({
          next: removeAlias(current, call.query),
          result: { message: 'Alias removed successfully' },
        }),
      }),
  })
}
