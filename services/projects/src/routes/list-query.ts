import { describedAs } from '@landscape/contracts/described-as'
import { OTHER_ORDER, PageLimit, pageCursor } from '@landscape/http/request/page-query'
import { parametersOf } from '@landscape/contracts/url-with'
import { ROW_FORMAT } from '@landscape/http/responses/rows'
import { z } from 'zod'
import {
  formatCursor,
  FIELDS,
  isCursorOf,
  readCursor,
  SORTS,
} from '../registry/arrange-projects.ts'

const FIELD = `fields are ${FIELDS.join(', ')}`
const SOME = String.raw`\s*(${FIELDS.join('|')})\s*`
const FieldNames = describedAs(
  z.string(FIELD).max(200, FIELD),
  z
    .string()
    .max(200)
    .regex(new RegExp(`^${SOME}(,${SOME})*$`)),
)

/** Parameters for paging, sorting, selection and format of a list. */
export const LIST_PARAMETERS = {
  limit: PageLimit.optional().meta({
    description: 'page size, 1 to 200; sorted by name by default; `Link` contains the next page',
    examples: [20],
  }),
  cursor: pageCursor(readCursor)
    .optional()
    .meta({
      description: 'opaque cursor from `Link` of the previous page',
      examples: [
        formatCursor({ sort: 'name', position: ['harbour berths', 'Harbour Berths'], shown: 1 }),
      ],
    }),
  sort: z
    .enum(SORTS, `sort is one of ${SORTS.join(', ')}`)
    .optional()
    .meta({
      description: 'sort key, ignoring case; a minus sorts in descending order',
      examples: ['name'],
    }),
  fields: FieldNames.transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
    .refine((names) => names.every((name) => FIELDS.includes(name)), {
      message: FIELD,
      params: { detail: 'contains an unknown section' },
    })
    .optional()
    .meta({
      description: `sections to return; all by default: ${FIELDS.join(', ')}`,
      examples: ['details,stage'],
    }),
  ...ROW_FORMAT,
}

/** Maximum length of a query in the `Link` header. */
const MAX_FILTER_BYTES = 4_000

/**
 * Rejects a cursor of another order, and pages of a query that is too long for `Link`.
 */
export function listQuery<Q extends z.ZodObject<typeof LIST_PARAMETERS>>(query: Q) {
  return query
    .refine(isCursorOf, OTHER_ORDER)
    .refine(
      ({ cursor: _cursor, ...query }) =>
        query.limit === undefined || String(parametersOf(query)).length <= MAX_FILTER_BYTES,
      {
        message: `Too many filter values for pages: at most ${MAX_FILTER_BYTES} bytes`,
        path: ['limit'],
        params: { detail: 'cannot be combined with a query this long' },
      },
    )
}
