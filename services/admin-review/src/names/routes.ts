import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import { CONTROL, strictly } from '@landscape/contracts/control-members'
import { describedAs } from '@landscape/contracts/described-as'
import { type TechnologyNamesDocument } from '@landscape/contracts/technology-names'
import {
  INVALID_NAMES,
  lossesOfNames,
  MAX_TECHNOLOGY_NAMES,
  replaceNames,
  TechnologyName,
} from './technology-names.ts'
import { editDocument } from '@landscape/http/responses/documents'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { showDocument, type View } from '@landscape/http/responses/show-document'
import { route, type Route } from '@landscape/http/route/route'
import type { Documents } from '@landscape/store/documents/open-documents'
import { entityTag } from '@landscape/store/documents/entity-tag'
import { z } from 'zod'
import { LARGE_REMOVALS, withRemovals } from '../history/removals.ts'
import { SaveMessage, withUndo } from '../history/message.ts'
import { CONFIRM_MERGE, MERGING, Merges, namingMerges, readOwnRings } from './merges.ts'

export const PATH = '/admin/api/technology-names'
export const NONE: TechnologyNamesDocument = []

const Names = z.object({ names: z.array(TechnologyName).max(MAX_TECHNOLOGY_NAMES) })
const NamesInput = z.strictObject(
  {
    ...CONTROL,
    ...CONFIRM_MERGE,
    names: describedAs(
      z.unknown().refine((names) => names !== undefined, INVALID_NAMES),
      Names.shape.names,
    ),
  },
  { error: strictly(INVALID_NAMES) },
)

const NamesMessage = SaveMessage.extend({ merges: Merges.optional() }).meta({
  id: 'TechnologyNamesMessage',
})

interface Deps {
  documents: Documents<'technologyNames' | 'radar' | 'repositories' | 'directorates'>
  /** Milliseconds since the epoch. */
  now: () => number
  cache: ResponseCache
}

const TO_EDIT: View<TechnologyNamesDocument, { names: TechnologyNamesDocument }> = {
  key: 'names',
  absent: NONE,
  isEdited: true,
  prepare: (names) => prepareJson({ names }, entityTag(names)),
}

/** The names of technologies with their aliases, for administrators. */
export function technologyNamesRoutes(deps: Deps): Route[] {
  return [readRoute(deps), replaceRoute(deps)]
}

const COMMON = { tag: 'Administration', path: PATH, access: { anyGroup: ['admin'] } } as const

function readRoute({ documents: { technologyNames }, cache }: Deps): Route {
  return route({
    ...COMMON,
    method: 'get',
    id: 'getTechnologyNames',
    summary: 'Names of technologies with their aliases',
    description: 'Empty until an administrator stores names.',
    reply: describedAs(z.object({ names: z.array(z.unknown()) }), Names),
    conditional: 'read',
    compressed: true,
    handle: showDocument(technologyNames, cache, TO_EDIT),
  })
}

function replaceRoute({ documents, now }: Deps): Route {
  return route({
    ...COMMON,
    method: 'put',
    id: 'replaceTechnologyNames',
    summary: 'Replace all names of technologies',
    description:
      'Technologies are equal when their names differ only in case, spaces, `-`, `_`, ' +
      '`/` or the dot before a suffix, or when one is an alias of the other. ' +
      'Stored projects do not change. A name or alias of two technologies is a 409. ' +
      `${MERGING} ` +
      'With `dryRun` nothing is stored and the response lists the `operations` of the ' +
      `edit. ${LARGE_REMOVALS}`,
    body: NamesInput,
    bodySize: BODY_SIZES['/admin/api/technology-names'],
    acceptsStored: true,
    reply: NamesMessage,
    conditional: 'edit',
    codes: ['conflict'],
    async handle(call) {
      const { names, dryRun, confirmMerge } = call.body
      const replaced = namingMerges(
        (current = NONE) => ({
          next: replaceNames(current, names),
          result: { message: 'Technology names updated successfully' },
        }),
        {
          rings: await readOwnRings(documents, now()),
          isAllowed: confirmMerge === true || dryRun === true,
        },
      )
      return editDocument(call, {
        document: documents.technologyNames,
        absent: NONE,
        dryRun,
        action: 'replace technology names',
        completeBody: withUndo('/admin/api'),
        change: withRemovals(replaced, lossesOfNames),
      })
    },
  })
}
