import {
  bannerOf,
  bannerState,
  bannerTimesPassed,
  type StoredBanner,
} from '@landscape/contracts/banners'
import { understood } from '@landscape/contracts/json'
import { Banner, type BannersDocument } from '@landscape/contracts/landscape'
import type { StoredDocument } from '@landscape/store/documents/document'
import { entityTag } from '@landscape/store/documents/entity-tag'
import { type ResponseCache, prepareJson } from '@landscape/http/responses/prepared-response'
import { showDocument, type View } from '@landscape/http/responses/show-document'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'

interface BannerRoutesDeps {
  banners: StoredDocument<BannersDocument>
  /** The home page of the existing client requests all banners and shows each of them. */
  existingClients: boolean
  cache: ResponseCache
  /** Milliseconds since the epoch. */
  now: () => number
}

const Messages = z.object({ messages: z.array(Banner) })
type BannersView = View<BannersDocument, z.output<typeof Messages>>

const NO_BANNERS = { messages: [] }

/** Active and all banners, without opaque elements, on which pages crash. */
export function bannerRoutes({ banners, existingClients, cache, now }: BannerRoutesDeps): Route[] {
  const shown = showDocument(banners, cache, shownBanners(now))
  const all = existingClients ? shown : showDocument(banners, cache, ALL_BANNERS)
  return [
    route({
      ...LIST,
      path: '/api/banners',
      id: 'listActiveBanners',
      summary: 'Active banner messages, each with its id',
      description: 'The banners that pages show now, without hidden, scheduled and ended ones.',
      handle: shown,
    }),
    route({
      ...LIST,
      path: '/api/banners/all',
      id: 'listBanners',
      summary: 'All banner messages, including inactive ones, each with its id',
      description:
        'Includes hidden, scheduled and ended banners. With `CLIENT_PROFILE=existing` they are omitted.',
      handle: all,
    }),
  ]
}

const LIST = {
  method: 'get',
  tag: 'Landscape',
  access: 'public',
  reply: Messages,
  conditional: 'read',
  compressed: true,
} as const

/** The active banners, in stored order. */
const shownBanners = (now: () => number): BannersView => ({
  key: 'active banners',
  isPublic: true,
  absent: NO_BANNERS,
  now,
  formOf: ({ messages }, at) => bannerTimesPassed(messages, at),
  prepare: ({ messages }, at) =>
    prepareJson(bannersIn(messages, (banner) => bannerState(banner, at) === 'shown')),
})

const ALL_BANNERS: BannersView = {
  key: 'banners',
  isPublic: true,
  absent: NO_BANNERS,
  // The ETag is that of the stored document, so an edit can send it as `If-Match`.
  prepare: (stored) => prepareJson(bannersIn(stored.messages), entityTag(stored)),
}

function bannersIn(elements: readonly unknown[], isShown = (_banner: StoredBanner) => true) {
  const banners = understood(elements.map(bannerOf)).filter(isShown)
  return { messages: banners.map(({ raw, id }) => ({ ...raw, id })) }
}
