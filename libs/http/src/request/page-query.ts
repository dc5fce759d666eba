import { describedAs } from '@landscape/contracts/described-as'
import { z } from 'zod'
import { urlWith } from '@landscape/contracts/url-with'

const LIMIT = 'limit must be an integer from 1 to 200'

/** The validation error of an unknown cursor. */
const INVALID_CURSOR = {
  message: 'Invalid cursor',
  params: { detail: 'is not a cursor that this endpoint returned' },
}

/** Query parameter: the maximum number of items of a page. */
export const PageLimit = describedAs(
  z.string(LIMIT).refine((text) => /^([1-9]\d?|1\d\d|200)$/.test(text), {
    message: LIMIT,
    params: { detail: 'must be an integer from 1 to 200' },
  }),
  z.int().min(1).max(200),
).transform(Number)

/**
 * Query parameter: the position after which a page begins.
 *
 * @param read parses a cursor; `undefined` when it is invalid
 */
export function pageCursor<C>(read: (text: string) => C | undefined) {
  const text = describedAs(
    z.string(INVALID_CURSOR.message).max(2_000, INVALID_CURSOR.message),
    z
      .string()
      .max(2_000)
      .regex(/^[\w-]+$/),
  )
  return text.transform((text, context): C => {
    const cursor = read(text)
    if (cursor !== undefined) return cursor
    context.addIssue({ code: 'custom', ...INVALID_CURSOR })
    return z.NEVER
  })
}

/** Rejects a cursor that was issued for a different sort order. */
export const OTHER_ORDER = {
  ...INVALID_CURSOR,
  path: ['cursor'],
  params: { detail: 'was issued for a different sort order' },
}

/** API description of the `Link` header. */
export const NEXT_PAGE = {
  link: 'URL of the next page as `next` (RFC 8288); absent on the last page',
}

/**
 * The `Link` header of the next page, with the parameters of the request; no header on the last page.
 *
 * @param query as parsed, see `urlWith`
 * @param cursor of the next page
 */
export function nextPageLink(
  path: string,
  query: Readonly<Record<string, unknown>>,
  cursor: string | undefined,
): Record<string, string> {
  if (cursor === undefined) return {}
  const { cursor: _previous, ...others } = query
  return { link: `<${urlWith(path, { ...others, cursor })}>; rel="next"` }
}
