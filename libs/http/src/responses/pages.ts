import type { IncomingHttpHeaders } from 'node:http'
import type { Reply } from './reply.ts'
import { PAGE_HEADERS, PICTURE_HEADERS } from '@landscape/markup'
import { z } from 'zod'
import { respond, type ReadOptions } from './conditional-read.ts'
import { prepareText, type PreparedResponse } from './prepared-response.ts'

const READ = {
  method: 'get',
  reply: z.string(),
  conditional: 'read',
  compressed: true,
} as const

/** What all routes have in common that answer a page of `layout`, by `respondPage`. */
export const PAGE = {
  ...READ,
  mediaType: 'text/html',
  replyHeaders: {
    'content-security-policy': 'what the page may do: no script',
    'referrer-policy': 'so that browsers say whose form they send',
  },
} as const

/** What all routes have in common that answer a picture of `libs/markup`, by `respondPicture`. */
export const PICTURE = {
  ...READ,
  mediaType: 'image/svg+xml',
  replyHeaders: {
    'content-security-policy': 'what the picture may do: no script',
    'cross-origin-resource-policy':
      'whose pages may show it: everybody’s, when everybody may see it',
  },
} as const

/** A page as an answer, to be kept. */
export function preparePage(page: string): PreparedResponse<string> {
  return prepareText(page, PAGE.mediaType)
}

/** A page, which is its reader's own. */
export async function respondPage(
  headers: IncomingHttpHeaders,
  page: string | PreparedResponse<string>,
): Promise<Reply<string>> {
  const answer = typeof page === 'string' ? preparePage(page) : page
  return (await respond(headers, answer, { isPersonal: true })).with(PAGE_HEADERS)
}

/** A picture as an answer, to be kept. */
export function preparePicture(picture: string): PreparedResponse<string> {
  return prepareText(picture, PICTURE.mediaType)
}

/** A picture. One that everybody may see may stand in the pages of others. */
export async function respondPicture(
  headers: IncomingHttpHeaders,
  picture: PreparedResponse<string>,
  options: ReadOptions = {},
): Promise<Reply<string>> {
  const isPublic = !options.isPersonal
  return (await respond(headers, picture, { ...options, isPublic })).with({
    ...PICTURE_HEADERS,
    'cross-origin-resource-policy': options.isPersonal ? 'same-site' : 'cross-origin',
  })
}
