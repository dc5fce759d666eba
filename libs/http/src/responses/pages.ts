import type { IncomingHttpHeaders } from 'node:http'
import type { Reply } from './reply.ts'
import { pageHeaders } from '@landscape/views/layout'
import { PICTURE_HEADERS } from '@landscape/views/picture'
import { z } from 'zod'
import { respond, type ReadOptions } from './conditional-read.ts'
import { prepareText, type PreparedResponse } from './prepared-response.ts'

const READ = {
  method: 'get',
  reply: z.string(),
  conditional: 'read',
  compressed: true,
} as const

/** The common members of routes that return a page of `layout` with `respondPage`. */
export const PAGE = {
  ...READ,
  mediaType: 'text/html',
  replyHeaders: {
    'content-security-policy': 'Content Security Policy: the page runs only its own scripts',
    'referrer-policy': 'makes browsers send `Origin` with forms',
  },
} as const

/** The common members of routes that return a picture of `libs/views` with `respondPicture`. */
export const PICTURE = {
  ...READ,
  mediaType: 'image/svg+xml',
  replyHeaders: {
    'content-security-policy': 'Content Security Policy: the picture runs no scripts',
    'cross-origin-resource-policy':
      'sites that may embed the picture: any site when the picture is public',
  },
} as const

/** Prepares a page. */
export function preparePage(page: string): PreparedResponse<string> {
  return prepareText(page, PAGE.mediaType)
}

interface PageOptions extends Pick<ReadOptions, 'staleSeconds'> {
  /** Whether all readers receive the same page; otherwise it is private to its reader. */
  isPublic?: boolean
  /** Whether the page is private, but the same for every signed-in reader. */
  isForSignedIn?: boolean
}

/** Responds with a page. */
export async function respondPage(
  headers: IncomingHttpHeaders,
  page: string | PreparedResponse<string>,
  { staleSeconds, isPublic = false, isForSignedIn = false }: PageOptions = {},
): Promise<Reply<string>> {
  const response = typeof page === 'string' ? preparePage(page) : page
  const isPersonal = !isPublic && !isForSignedIn
  const options = { staleSeconds, isPublic, isForSignedIn, isPersonal }
  const reply = await respond(headers, response, options)
  return reply.with(pageHeaders())
}

/** Prepares a picture. */
export function preparePicture(picture: string): PreparedResponse<string> {
  return prepareText(picture, PICTURE.mediaType)
}

/** Responds with a picture. Other sites may embed a public one. */
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
