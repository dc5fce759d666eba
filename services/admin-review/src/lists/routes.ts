import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import { ArrayDataDocument } from '@landscape/contracts/landscape'
import { editDocument } from '@landscape/http/responses/documents'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { showDocument, type View } from '@landscape/http/responses/show-document'
import { route, type Route } from '@landscape/http/route/route'
import type { Changed } from '@landscape/store/documents/apply-all'
import type { StoredDocument } from '@landscape/store/documents/document'
import { assertKnown } from '../history/control-members.ts'
import { ListsInput, replaceList, replaceLists } from './technology-lists.ts'
import { lossesOfLists } from './losses.ts'
import { LARGE_REMOVALS, withRemovals } from '../history/removals.ts'
import { SaveMessage, withUndo, type Message } from '../history/message.ts'

const NONE: ArrayDataDocument = {}
const TO_EDIT: View<ArrayDataDocument, ArrayDataDocument> = {
  key: 'lists',
  absent: NONE,
  isEdited: true,
  prepare: (stored) => prepareJson(stored),
}

/** Technology lists, for administrators. */
export function arrayDataRoutes({
  arrayData,
  cache,
}: {
  arrayData: StoredDocument<ArrayDataDocument>
  cache: ResponseCache
}): Route[] {
  return [
    route({
      method: 'get',
      path: '/admin/api/array-data',
      id: 'getTechnologyLists',
      tag: 'Administration',
      summary: 'Technology lists by category',
      description: 'Options of the forms.',
      access: { anyGroup: ['admin'] },
      reply: ArrayDataDocument,
      conditional: 'read',
      compressed: true,
      handle: showDocument(arrayData, cache, TO_EDIT),
    }),
    route({
      method: 'post',
      path: '/admin/api/array-data/update',
      id: 'updateTechnologyLists',
      tag: 'Administration',
      summary: 'Replace the list of one category, or all lists',
      description:
        'Stores the items unchanged and in their order. With `dryRun` nothing is stored and ' +
        `the response lists the \`operations\` of the edit. ${LARGE_REMOVALS}`,
      access: { anyGroup: ['admin'] },
      body: ListsInput,
      bodySize: BODY_SIZES['/admin/api/array-data'],
      acceptsStored: true,
      reply: SaveMessage,
      conditional: 'edit',
      codes: ['conflict'],
      handle: (call) =>
        editDocument(call, {
          document: arrayData,
          absent: NONE,
          dryRun: call.body.dryRun,
          action: call.body.allCategories === true ? 'replace lists' : 'replace list',
          completeBody: withUndo('/admin/api'),
          change: withRemovals((current = NONE) => {
            assertKnown(call.parsedBody, undefined, ['allCategories', 'category', 'items'])
            return replaced(current, call.body)
          }, lossesOfLists),
        }),
    }),
  ]
}

function replaced(lists: ArrayDataDocument, body: ListsInput): Changed<ArrayDataDocument, Message> {
  if (body.allCategories === true) {
    const message = 'All technology lists updated successfully'
    return { next: replaceLists(lists, body.items), result: { message } }
  }
  const { category, items } = body
  return {
    next: replaceList(lists, category, items),
    result: { message: `Technology list for ${category} updated successfully` },
  }
}
