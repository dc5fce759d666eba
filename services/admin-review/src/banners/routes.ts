import {
  BANNER_EXAMPLE,
  BODY_SIZES,
  BannersToEdit,
  bannerTimesPassed,
  CONTROL,
  withBannerIds,
  type BannersDocument,
  type JsonRecord,
} from '@landscape/contracts'
import { editDocument, readDocument, route, type Route } from '@landscape/http'
import type { Changed, StoredDocument } from '@landscape/store'
import {
  addBanner,
  deleteBanner,
  refused,
  replaceBanners,
  setVisibility,
  updateBanner,
  type Address,
} from './edits.ts'
import { assertKnown } from '../history/assert-known.ts'
import { withStates } from './states.ts'
import { isReplacement, readUpdate } from './read-update.ts'
import { controlsBeside } from '../history/controls.ts'
import { DeleteBody, ReplaceBody, ToggleBody, UpdateBody } from './bodies.ts'
import { lossesOfBanners } from '../history/losses.ts'
import { guarded, LARGE_REMOVALS, type Guarded } from '../history/shrink-guard.ts'
import { Message, SaveMessage, withUndo } from '../history/message.ts'

const NONE: BannersDocument = { messages: [] }

const withIds = (document: BannersDocument): BannersDocument => ({
  ...document,
  messages: withBannerIds(document.messages),
})

type ChangeOfList = (banners: readonly unknown[]) => unknown[]
type Change = (current: BannersDocument | undefined) => Changed<BannersDocument, Message>

/** Applies a change of the list; without a document it begins with an empty one. */
const onList =
  (message: string, change: ChangeOfList): Change =>
  (current = NONE) => ({
    next: { ...current, messages: change(current.messages) },
    result: { message },
  })

/** The same for changes of one banner, which need a document that has it. */
const onStoredList =
  (message: string, address: Address, change: ChangeOfList): Change =>
  (current) => {
    if (!current) throw refused(address, 'Messages file not found', 'is of no banner')
    return onList(message, change)(current)
  }

/** Editing of banners, for administrators. */
export function bannerRoutes({
  banners,
  shrinkGuard,
  now,
}: { banners: StoredDocument<BannersDocument>; now: () => number } & Guarded): Route[] {
  const edit = {
    access: { anyGroup: ['admin'] },
    method: 'post',
    acceptsStored: true,
    reply: Message,
  } as const
  const document = { document: banners, absent: NONE }
  const readBeside = async (body: JsonRecord) => {
    const { value = NONE } = (await banners.read()) ?? {}
    return readUpdate(body, value.messages)
  }
  return [
    route({
      method: 'get',
      path: '/admin/api/banners',
      id: 'getBanners',
      tag: 'Administration',
      summary: 'All banners, shown or not',
      description:
        'Each has an id by which it can be edited, and a `state`: what it is now. The answer bears the tag that an edit may name in `If-Match`.',
      example: { messages: [{ ...BANNER_EXAMPLE, state: 'shown' }] },
      access: { anyGroup: ['admin'] },
      reply: BannersToEdit,
      conditional: 'read',
      costly: true,
      handle(call) {
        const at = now()
        return readDocument(call, banners, {
          absent: NONE,
          view: (document) => withStates(withIds(document), at),
          versionOf: ({ messages }) => bannerTimesPassed(messages, at),
        })
      },
    }),
    route({
      ...edit,
      path: '/admin/api/banners',
      id: 'replaceBanners',
      tag: 'Administration',
      summary: 'Replace all banners',
      description: `The list is kept in the order in which it is sent. ${LARGE_REMOVALS}`,
      example: { message: 'Banners updated successfully' },
      bodyExample: { messages: [BANNER_EXAMPLE] },
      body: ReplaceBody,
      bodySize: BODY_SIZES['/admin/api/banners'],
      reply: SaveMessage,
      conditional: 'edit',
      codes: ['conflict'],
      async handle(call) {
        const { messages: banner, at, document: body } = call.body
        const { confirmRemoval, dryRun } = await controlsBeside(banners, body, CONTROL)
        const replace = onList('Banners updated successfully', (list) =>
          replaceBanners(list, { banner, at }),
        )
        return editDocument(call, {
          ...document,
          dryRun,
          action: 'replace banners',
          answer: withUndo('/admin/api'),
          change: guarded(
            (current) => {
              assertKnown(call.sent, current, ['messages'])
              return replace(current)
            },
            {
              lossesOf: lossesOfBanners,
              isRefused: shrinkGuard === 'refuse' && confirmRemoval !== true,
            },
          ),
        })
      },
    }),
    route({
      ...edit,
      path: '/admin/api/banners/update',
      id: 'saveBanner',
      tag: 'Administration',
      summary: 'Add a banner, or with an id or index replace one',
      description:
        'Its text is in `message`, or in `description` as an older client says; it names at least one page. Of a banner that it replaces, `title`, `type`, `show` and times that are left out stay; a time that is null is cleared.',
      example: { message: 'Banner added successfully' },
      bodyExample: {
        message: 'Read-only on Friday',
        pages: ['radar'],
        type: 'warning',
        startsAt: '2026-11-26T09:00:00Z',
        endsAt: '2026-11-28T00:00:00Z',
      },
      body: UpdateBody,
      bodySize: BODY_SIZES['/admin/api/banners/update'],
      conditional: 'edit',
      codes: ['not-found', 'conflict'],
      async handle(call) {
        const { body } = call
        const isNew = !isReplacement(body)
        const dryRun = body['dryRun'] === true && (await readBeside(body)).dryRun
        return editDocument(call, {
          ...document,
          dryRun,
          action: isNew ? 'add banner' : 'update banner',
          change: onList(`Banner ${isNew ? 'added' : 'updated'} successfully`, (list) => {
            const update = readUpdate(body, list)
            return isNew ? addBanner(list, update) : updateBanner(list, update)
          }),
        })
      },
    }),
    route({
      ...edit,
      path: '/admin/api/banners/toggle',
      id: 'toggleBanner',
      tag: 'Administration',
      summary: 'Show or hide one banner',
      description: 'Without `show` the banner changes from one to the other.',
      example: { message: 'Banner visibility updated successfully' },
      bodyExample: { id: '39273ab36ea8', show: false },
      body: ToggleBody,
      bodySize: BODY_SIZES['/admin/api/banners/toggle'],
      conditional: 'edit',
      codes: ['not-found', 'conflict'],
      handle: (call) => {
        const { show, dryRun, ...address } = call.body
        return editDocument(call, {
          ...document,
          dryRun,
          action: 'toggle banner',
          change: onStoredList('Banner visibility updated successfully', address, (list) =>
            setVisibility(list, address, show),
          ),
        })
      },
    }),
    route({
      ...edit,
      path: '/admin/api/banners/delete',
      id: 'deleteBanner',
      tag: 'Administration',
      summary: 'Delete one banner',
      description:
        'The other members of the banner guard against another one that has moved to the index.',
      example: { message: 'Banner deleted successfully' },
      bodyExample: { id: '39273ab36ea8' },
      body: DeleteBody,
      bodySize: BODY_SIZES['/admin/api/banners/delete'],
      conditional: 'edit',
      codes: ['not-found', 'conflict'],
      handle: (call) =>
        editDocument(call, {
          ...document,
          dryRun: call.body.dryRun,
          action: 'delete banner',
          change: onStoredList('Banner deleted successfully', call.body, (list) =>
            deleteBanner(list, call.body),
          ),
        }),
    }),
  ]
}
