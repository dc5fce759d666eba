import { describedAs } from '@landscape/contracts'
import { z } from 'zod'

const LIMIT = 'limit must be a whole number from 1 to 200'

/** The refusal of a cursor that is none. */
export const INVALID_CURSOR = {
  message: 'Invalid cursor',
  params: { detail: 'is none of this list: only the page before says where it ended' },
}

/** How much a page may hold, as a parameter of a query: a number to clients, which send it as a text. */
export const PageLimit = describedAs(
  z.string(LIMIT).refine((text) => /^([1-9]\d?|1\d\d|200)$/.test(text), {
    message: LIMIT,
    params: { detail: 'must be a whole number from 1 to 200' },
  }),
  z.int().min(1).max(200),
).transform(Number)

/**
 * Where a page ended, as a parameter of a query.
 *
 * @param read the cursor that a text holds; undefined when it holds none
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
