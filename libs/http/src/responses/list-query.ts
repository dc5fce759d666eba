import { formatRowCursor, readRowCursor, type RowCursor } from './row-page.ts'
import { z } from 'zod'
import { ROW_FORMAT } from './rows.ts'
import { OTHER_ORDER, PageLimit, pageCursor } from '../request/page-query.ts'

/**
 * Query parameters for sorting, pages and format of a list.
 *
 * @param sorts names of its orders; a minus sorts in descending order
 * @param example a cursor of the list
 */
export function listParameters(sorts: readonly string[], example: RowCursor) {
  const orders = sorts.flatMap((key) => [key, `-${key}`])
  return {
    sort: z
      .enum(orders, `sort is one of ${orders.join(', ')}`)
      .optional()
      .meta({
        description: 'sort key; a minus sorts in descending order',
        examples: [`-${example.sort.replace('-', '')}`],
      }),
    limit: PageLimit.optional().meta({
      description: 'page size, 1 to 200; `Link` contains the next page',
      examples: [50],
    }),
    cursor: pageCursor(readRowCursor)
      .optional()
      .meta({
        description: 'opaque cursor from `Link` of the previous page',
        examples: [formatRowCursor(example)],
      }),
    ...ROW_FORMAT,
  }
}

interface Ordered {
  sort?: string | undefined
  cursor?: RowCursor | undefined
}

/** Rejects a cursor that was issued for another order than the one of the query. */
export function inOrder(defaultSort: string) {
  const isOfOrder = ({ cursor, sort = defaultSort }: Ordered) => (cursor?.sort ?? sort) === sort
  return [isOfOrder, OTHER_ORDER] as const
}
