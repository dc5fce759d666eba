import { describedAs } from '@landscape/contracts/described-as'
import { parametersOf } from '@landscape/contracts/url-with'
import { inOrder, listParameters } from '@landscape/http/responses/list-query'
import { z } from 'zod'
import { BY_NAME, FIELDS, SORTS } from '../registry/arrange-projects.ts'

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
  ...listParameters(SORTS, { sort: BY_NAME, position: ['harbour berths', 'harbour berths'] }),
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
}

/** Maximum length of a query in the `Link` header. */
const MAX_FILTER_BYTES = 4_000

/**
 * Rejects a cursor of another order, and pages of a query that is too long for `Link`.
 */
export function listQuery<Q extends z.ZodObject<typeof LIST_PARAMETERS>>(query: Q) {
  return query
    .refine(...inOrder(BY_NAME))
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
