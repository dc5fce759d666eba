import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import { onlyMembers, strictly } from '@landscape/contracts/control-members'
import { Edition, type EditionsDocument } from '@landscape/contracts/editions'
import { Instant } from '@landscape/contracts/history'
import { TechnologyName } from '../names/technology-names.ts'
import { editDocument } from '@landscape/http/responses/documents'
import { Reply } from '@landscape/http/responses/reply'
import { route, type Route } from '@landscape/http/route/route'
import type { Documents } from '@landscape/store/documents/open-documents'
import { z } from 'zod'
import { Message } from '../history/message.ts'
import { addEdition, deleteEdition, invalid, newEdition } from './edits.ts'

interface Deps {
  documents: Documents<'radar' | 'radarEditions'>
  /** Milliseconds since the epoch. */
  now: () => number
}

const NONE: EditionsDocument = []
const PATH = '/review/api/editions'
const COMMON = { tag: 'Radar', access: { anyGroup: ['reviewer'] }, conditional: 'edit' } as const

const EditionInput = z.strictObject(
  {
    name: TechnologyName.shape.name.meta({ description: 'its slug is the id, and is unique' }),
    at: Instant.optional().meta({
      description: 'ISO 8601: an instant of the history, not in the future. Default: now',
      examples: ['2026-10-06T09:30:00Z'],
    }),
    note: z.string('Invalid note').max(1_000, 'The note is longer than 1000 characters').optional(),
  },
  { error: strictly('Invalid edition') },
)

/** Editions of the radar, which reviewers name. */
export function editionRoutes(deps: Deps): Route[] {
  return [createRoute(deps), deleteRoute(deps)]
}

function createRoute({ documents: { radar, radarEditions }, now }: Deps): Route {
  return route({
    ...COMMON,
    method: 'post',
    path: PATH,
    id: 'createEdition',
    summary: 'Name an instant of the radar',
    description:
      'The radar of this instant stays readable, whatever HISTORY_RETENTION_DAYS deletes. ' +
      'A name whose slug is taken is a 409; an instant in the future, or before the history of the radar, a 400.',
    body: EditionInput,
    bodySize: BODY_SIZES[PATH],
    reply: Message.extend({ edition: Edition }),
    status: 201,
    codes: ['conflict', 'insufficient-storage'],
    async handle(call) {
      const { name, note, at: wanted } = call.body
      const present = now()
      const at = wanted ?? present
      if (at > present)
        throw invalid('at', 'An edition cannot be in the future', 'is in the future')
      const edition = newEdition(name, at, note)
      const change = (current = NONE) => ({
        next: addEdition(current, edition),
        result: { message: 'Edition created successfully', edition },
      })
      const state = wanted === undefined ? await radar.read() : undefined
      const past = state ?? (await (await radar.past()).stateAt(at))
      if (past?.value === undefined)
        throw invalid('at', 'The history of the radar begins later', 'is before the history')
      const action = 'create edition'
      const edit = { document: radarEditions, absent: NONE, action, change }
      const { body, headers } = await editDocument(call, edit)
      // A rejected edition leaves no copy. `keepCopies` stores one that is lost here, before records are deleted.
      await radar.keep(at, past)
      return new Reply<{ message: string; edition: Edition }>(201, body, headers)
    },
  })
}

function deleteRoute({ documents: { radarEditions } }: Deps): Route {
  return route({
    ...COMMON,
    method: 'delete',
    path: `${PATH}/:id`,
    id: 'deleteEdition',
    summary: 'Delete the name of an instant of the radar',
    description: 'No radar is deleted; an undo restores the name.',
    params: z.object({
      id: z.string().meta({
        description: '`id` of an edition, from [listEditions](/docs#/Radar/listEditions)',
        param: { example: 'spring-2026' },
      }),
    }),
    body: z.unknown().check(onlyMembers([])).meta({ description: 'an object without members' }),
    bodySize: BODY_SIZES[PATH],
    bodyOptional: true,
    reply: Message,
    codes: ['not-found'],
    handle: (call) =>
      editDocument(call, {
        document: radarEditions,
        absent: NONE,
        action: 'delete edition',
        change: (current = NONE) => ({
          next: deleteEdition(current, call.params.id),
          result: { message: 'Edition deleted successfully' },
        }),
      }),
  })
}
