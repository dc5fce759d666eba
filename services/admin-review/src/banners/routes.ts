import { bannerOf, bannerState, bannerTimesPassed } from '@landscape/contracts/banners'
import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import { CONTROL } from '@landscape/contracts/control-members'
import { type BannersDocument, BannersToEdit } from '@landscape/contracts/landscape'
import { editDocument } from '@landscape/http/responses/documents'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { showDocument } from '@landscape/http/responses/show-document'
import { route, type Route } from '@landscape/http/route/route'
import type { Changed } from '@landscape/store/documents/apply-all'
import type { StoredDocument } from '@landscape/store/documents/document'
import { entityTag, tagOfView } from '@landscape/store/documents/entity-tag'
import { assertKnown, controlsIn } from '../history/control-members.ts'
import { Message, SaveMessage, withUndo } from '../history/message.ts'
import { LARGE_REMOVALS, withRemovals } from '../history/removals.ts'
import {
  type Address,
  DeleteBody,
  readUpdate,
  ReplaceBody,
  ToggleBody,
  UpdateBody,
} from './bodies.ts'
import {
  addBanner,
  addressError,
  deleteBanner,
  lossesOfBanners,
  replaceBanners,
  setVisibility,
  updateBanner,
} from './edits.ts'

type Banners = StoredDocument<BannersDocument>
type List = BannersDocument['messages']
type Change = (current: BannersDocument | undefined) => Changed<BannersDocument, Message>

const NONE: BannersDocument = { messages: [] }
const EDIT = {
  method: 'post',
  tag: 'Administration',
  access: { anyGroup: ['admin'] },
  acceptsStored: true,
  reply: Message,
  conditional: 'edit',
} as const

interface ReadDeps {
  banners: Banners
  /** Milliseconds since the epoch. */
  now: () => number
  cache: ResponseCache
}

/** Edits of banners, for administrators. */
export function bannerRoutes({ banners, now, cache }: ReadDeps): Route[] {
  return [
    readRoute({ banners, now, cache }),
    replaceRoute(banners),
    updateRoute(banners),
    toggleRoute(banners),
    deleteRoute(banners),
  ]
}

/** Changes the list; a missing document is an empty list. */
const onList =
  (message: string, change: (list: List) => List): Change =>
  (current = NONE) => ({
    next: { ...current, messages: change(current.messages) },
    result: { message },
  })

/** Changes one banner; a missing document is an error. */
const onStoredList =
  (message: string, address: Address, change: (list: List) => List): Change =>
  (current) => {
    if (!current) throw addressError(address, 'Messages file not found', 'is not a banner')
    return onList(message, change)(current)
  }

function readRoute({ banners, now, cache }: ReadDeps): Route {
  return route({
    method: 'get',
    path: '/admin/api/banners',
    id: 'getBanners',
    tag: 'Administration',
    summary: 'All banners, visible or not',
    description:
      'Each banner has an id for edits and its present `state`. ' +
      'Edits accept the ETag of the response in `If-Match`.',
    access: { anyGroup: ['admin'] },
    reply: BannersToEdit,
    conditional: 'read',
    compressed: true,
    handle: showDocument(banners, cache, {
      key: 'banners',
      absent: NONE,
      isEdited: true,
      now,
      formOf: ({ messages }, at) => bannerTimesPassed(messages, at),
      prepare(stored, at) {
        const tag = tagOfView(entityTag(stored), bannerTimesPassed(stored.messages, at))
        const messages = stored.messages.map((element) => withState(element, at))
        return prepareJson({ ...stored, messages }, tag)
      },
    }),
  })
}

/** A banner with its state at an instant. */
function withState(element: unknown, now: number): unknown {
  const banner = bannerOf(element)
  return banner.isOpaque ? element : { ...banner.raw, state: bannerState(banner, now) }
}

function replaceRoute(banners: Banners): Route {
  return route({
    ...EDIT,
    path: '/admin/api/banners',
    id: 'replaceBanners',
    summary: 'Replace all banners',
    description: `The order of the list is kept. ${LARGE_REMOVALS}`,
    body: ReplaceBody,
    bodySize: BODY_SIZES['/admin/api/banners'],
    reply: SaveMessage,
    codes: ['conflict'],
    handle(call) {
      const { messages: banner, at, document: body } = call.body
      const { dryRun } = controlsIn(body, CONTROL)
      const replace = onList('Banners updated successfully', (list) =>
        replaceBanners(list, { banner, at }),
      )
      return editDocument(call, {
        document: banners,
        absent: NONE,
        dryRun,
        action: 'replace banners',
        completeBody: withUndo('/admin/api'),
        change: withRemovals((current) => {
          assertKnown(call.parsedBody, current, ['messages'])
          return replace(current)
        }, lossesOfBanners),
      })
    },
  })
}

function updateRoute(banners: Banners): Route {
  return route({
    ...EDIT,
    path: '/admin/api/banners/update',
    id: 'saveBanner',
    summary: 'Add a banner, or replace the one with an id or index',
    description:
      'Requires `message` (older clients: `description`) and at least one page. ' +
      'A replacement keeps the stored `title`, `type`, `show` and times that the body omits; ' +
      'null clears a time.',
    body: UpdateBody,
    bodySize: BODY_SIZES['/admin/api/banners/update'],
    codes: ['not-found', 'conflict'],
    handle(call) {
      const { address, dryRun, ...sent } = readUpdate(call.body)
      const isNew = address === undefined
      return editDocument(call, {
        document: banners,
        absent: NONE,
        dryRun,
        action: isNew ? 'add banner' : 'update banner',
        change: onList(`Banner ${isNew ? 'added' : 'updated'} successfully`, (list) =>
          isNew ? addBanner(list, sent) : updateBanner(list, address, sent),
        ),
      })
    },
  })
}

function toggleRoute(banners: Banners): Route {
  return route({
    ...EDIT,
    path: '/admin/api/banners/toggle',
    id: 'toggleBanner',
    summary: 'Show or hide one banner',
    description: 'Without `show` the visibility is inverted.',
    body: ToggleBody,
    bodySize: BODY_SIZES['/admin/api/banners/toggle'],
    codes: ['not-found', 'conflict'],
    handle: (call) => {
      const { show, dryRun, ...address } = call.body
      return editDocument(call, {
        document: banners,
        absent: NONE,
        dryRun,
        action: 'toggle banner',
        change: onStoredList('Banner visibility updated successfully', address, (list) =>
          setVisibility(list, address, show),
        ),
      })
    },
  })
}

function deleteRoute(banners: Banners): Route {
  return route({
    ...EDIT,
    path: '/admin/api/banners/delete',
    id: 'deleteBanner',
    summary: 'Delete one banner',
    description:
      'Other members of the banner must equal the stored ones; otherwise the response is 409.',
    body: DeleteBody,
    bodySize: BODY_SIZES['/admin/api/banners/delete'],
    codes: ['not-found', 'conflict'],
    handle: (call) =>
      editDocument(call, {
        document: banners,
        absent: NONE,
        dryRun: call.body.dryRun,
        action: 'delete banner',
        change: onStoredList('Banner deleted successfully', call.body, (list) =>
          deleteBanner(list, call.body),
        ),
      }),
  })
}
