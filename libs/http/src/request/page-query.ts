import { describedAs } from '@landscape/contracts'
import { z } from 'zod'

const LIMIT = 'limit must be an integer from 1 to 200'

/** The validation error of an unknown cursor. */
export const INVALID_CURSOR = {
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
