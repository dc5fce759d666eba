import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isReviewer } from '@landscape/contracts/identity'
import { preparePage, respondPage, PAGE } from '@landscape/http/responses/pages'
import { createResponseCache } from '@landscape/http/responses/prepared-response'
import { replyBytes } from '@landscape/http/responses/reply'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { landingPage } from './landing-page.ts'
import { readLandscapeParts } from './landscape-parts.ts'
import type { ReadPart } from './parts.ts'

interface PageDeps {
  readPart: ReadPart
}

/** Maximum size of the cached pages and their keys. */
const PAGES_BYTES = 4 * 1024 * 1024

/** The landing page, which is public; a note replaces content that the reader may not see. */
export function pageRoute({ readPart }: PageDeps): Route {
  const pages = createResponseCache(PAGES_BYTES)
  return route({
    ...PAGE,
    path: '/',
    id: 'showLandscape',
    tag: 'Pages',
    summary: 'Landing page: numbers, radar, moves, languages and usage',
    description: 'Public. A note replaces content that the caller may not see.',
    access: 'optional',
    async handle({ identity, address, requestId, headers }) {
      const parts = await readLandscapeParts((path, mediaType) =>
        readPart(path, mediaType, { identity, address, requestId }),
      )
      const mayReview = isReviewer(identity)
      const page = landingPage({ ...parts, reader: identity?.email, mayReview })
      // Most readers see the same page: it is tagged and compressed once.
      return respondPage(
        headers,
        pages.prepared({ name: page, version: '' }, () => preparePage(page)),
      )
    },
  })
}

const ICON = join(import.meta.dirname, 'favicon.png')

/** The icon that browsers request with every page. */
export function iconRoute(): Route {
  return route({
    method: 'get',
    path: '/favicon.ico',
    id: 'getIcon',
    tag: 'Pages',
    summary: 'The icon of the pages',
    description: 'Browsers request it with every page.',
    access: 'public',
    mediaType: 'image/png',
    reply: z.string().meta({ format: 'binary' }),
    handle: async () =>
      replyBytes<string>(200, await readFile(ICON), {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=86400',
      }),
  })
}
