import { matching } from '@landscape/contracts'
import { z } from 'zod'

const LIMIT = 'limit must be a whole number from 1 to 200'

/** The refusal of a cursor that is none. */
export const NO_CURSOR = {
  message: 'Invalid cursor',
  params: { detail: 'is none of this list: only the page before says where it ended' },
}

/** How much a page may hold, as a parameter of a query. */
export const PageLimit = matching(
  /^([1-9]\d?|1\d\d|200)$/,
  LIMIT,
  'has to be a whole number from 1 to 200',
).transform(Number)

/**
 * Where a page ended, as a parameter of a query.
 *
 * @param read the cursor that a text holds; undefined when it holds none
 */
export function pageCursor<C>(read: (text: string) => C | undefined) {
  return z
    .string(NO_CURSOR.message)
    .max(2_000, NO_CURSOR.message)
    .transform((text, context): C => {
      const cursor = read(text)
      if (cursor !== undefined) return cursor
      context.addIssue({ code: 'custom', ...NO_CURSOR })
      return z.NEVER
    })
}
