import { z } from 'zod'

const LIMIT = 'limit must be a whole number from 1 to 200'
const CURSOR = 'Invalid cursor'

/** How much a page may hold, as a parameter of a query. */
export const PageLimit = z
  .string(LIMIT)
  .regex(/^\d{1,3}$/, LIMIT)
  .transform(Number)
  .pipe(z.int().min(1, LIMIT).max(200, LIMIT))

/**
 * Where a page ended, as a parameter of a query.
 *
 * @param read the cursor that a text holds; undefined when it holds none
 */
export function pageCursor<C>(read: (text: string) => C | undefined) {
  return z
    .string(CURSOR)
    .max(2_000, CURSOR)
    .transform((text, context): C => {
      const cursor = read(text)
      if (cursor !== undefined) return cursor
      context.addIssue({ code: 'custom', message: CURSOR })
      return z.NEVER
    })
}
