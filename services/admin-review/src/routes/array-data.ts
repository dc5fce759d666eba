import { BODY_SIZES, type ArrayDataDocument } from '@landscape/contracts'
import { route, type Route } from '@landscape/http'
import type { StoredDocument } from '@landscape/documents'
import { editDocument, readDocument } from '@landscape/service'
import { z } from 'zod'
import { ListsInput, listsOfTexts, replaceList } from '../technology-lists.ts'
import { Message } from './message.ts'

const NONE: ArrayDataDocument = {}

/** Reading and replacing technology lists, for administrators. */
export function arrayDataRoutes({
  arrayData,
}: {
  arrayData: StoredDocument<ArrayDataDocument>
}): Route[] {
  const document = { document: arrayData, absent: NONE }
  return [
    route({
      method: 'get',
      path: '/admin/api/array-data',
      summary: 'Technology lists by category',
      access: { anyGroup: ['admin'] },
      reply: z.record(z.string(), z.array(z.string())),
      conditional: 'read',
      costly: true,
      handle: (call) => readDocument(call, arrayData, { absent: NONE, view: listsOfTexts }),
    }),
    route({
      method: 'post',
      path: '/admin/api/array-data/update',
      summary: 'Replace the list of one category, or all lists',
      access: { anyGroup: ['admin'] },
      body: ListsInput,
      bodySize: BODY_SIZES['/admin/api/array-data'],
      reply: Message,
      conditional: 'edit',
      handle: (call) => {
        const { body } = call
        if (body.allCategories === true) {
          return editDocument(call, {
            ...document,
            action: 'replace lists',
            change: () => ({
              next: body.items,
              result: { message: 'All technology lists updated successfully' },
            }),
          })
        }
        const { category, items } = body
        return editDocument(call, {
          ...document,
          action: 'replace list',
          change: (current = NONE) => ({
            next: replaceList(current, category, items),
            result: { message: `Technology list for ${category} updated successfully` },
          }),
        })
      },
    }),
  ]
}
