import { BannersDocument } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'
import { route, type Route } from '@landscape/http'
import type { StoredDocument } from '@landscape/documents'
import { editDocument, readDocument } from '@landscape/service'
import { addBanner, deleteBanner, replaceBanners, setVisibility, updateBanner } from '../banners.ts'
import { DeleteBody, ReplaceBody, ToggleBody, UpdateBody } from '../banner-input.ts'
import { EDIT_ERRORS, Message } from './message.ts'

const NONE: BannersDocument = { messages: [] }

type Change = (current: BannersDocument | undefined) => BannersDocument

/** Applies a change of the list; without a document it begins with an empty one. */
const onList =
  (change: (banners: readonly unknown[]) => unknown[]): Change =>
  (current = NONE) => ({ ...current, messages: change(current.messages) })

/** The same for changes of one banner, which need a document that has it. */
const onStoredList =
  (change: (banners: readonly unknown[]) => unknown[]): Change =>
  (current) => {
    if (!current) throw new DomainError('invalid-input', 'Messages file not found')
    return onList(change)(current)
  }

export function bannerRoutes({ banners }: { banners: StoredDocument<BannersDocument> }): Route[] {
  const edit = { access: { anyGroup: ['admin'] }, method: 'post', reply: Message } as const
  const document = { document: banners, absent: NONE }
  return [
    route({
      method: 'get',
      path: '/admin/api/banners',
      summary: 'All banners, shown or not',
      access: { anyGroup: ['admin'] },
      reply: BannersDocument,
      errors: [401, 403, 503],
      handle: ({ req }) => readDocument(req, banners, { absent: NONE }),
    }),
    route({
      ...edit,
      path: '/admin/api/banners',
      summary: 'Replace all banners',
      body: ReplaceBody,
      bodySize: 'document',
      errors: EDIT_ERRORS,
      handle: (call) =>
        editDocument(call, {
          ...document,
          action: 'replace banners',
          change: onList(() => replaceBanners(call.body)),
          answer: () => ({ message: 'Banners updated successfully' }),
        }),
    }),
    route({
      ...edit,
      path: '/admin/api/banners/update',
      summary: 'Add a banner, or with an index replace one',
      body: UpdateBody,
      errors: EDIT_ERRORS,
      handle: (call) => {
        const { index, banner } = call.body
        const isNew = index === undefined
        return editDocument(call, {
          ...document,
          action: isNew ? 'add banner' : 'update banner',
          change: onList((list) =>
            isNew ? addBanner(list, banner) : updateBanner(list, index, banner),
          ),
          answer: () => ({ message: `Banner ${isNew ? 'added' : 'updated'} successfully` }),
        })
      },
    }),
    route({
      ...edit,
      path: '/admin/api/banners/toggle',
      summary: 'Show or hide one banner',
      body: ToggleBody,
      errors: [...EDIT_ERRORS, 409],
      handle: (call) => {
        const { index, show, ...guard } = call.body
        return editDocument(call, {
          ...document,
          action: 'toggle banner',
          change: onStoredList((list) => setVisibility(list, index, show, guard)),
          answer: () => ({ message: 'Banner visibility updated successfully' }),
        })
      },
    }),
    route({
      ...edit,
      path: '/admin/api/banners/delete',
      summary: 'Delete one banner',
      body: DeleteBody,
      errors: [...EDIT_ERRORS, 409],
      handle: (call) => {
        const { index, ...guard } = call.body
        return editDocument(call, {
          ...document,
          action: 'delete banner',
          change: onStoredList((list) => deleteBanner(list, index, guard)),
          answer: () => ({ message: 'Banner deleted successfully' }),
        })
      },
    }),
  ]
}
