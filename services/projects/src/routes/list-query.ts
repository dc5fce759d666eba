import { describedAs } from '@landscape/contracts'
import { NO_CURSOR, PageLimit, pageCursor, ROW_FORMAT } from '@landscape/http'
import { z } from 'zod'
import {
  cursorText,
  FIELDS,
  isCursorOf,
  readCursor,
  SORTS,
  type Cursor,
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

/** The parameters of a list of projects that is not wanted whole, or not as JSON. */
export const LIST_PARAMETERS = {
  limit: PageLimit.optional().meta({
    description:
      '1 to 200: so many projects, sorted by name unless `sort` says otherwise; `Link` has the next page',
    examples: [20],
  }),
  cursor: pageCursor(readCursor)
    .optional()
    .meta({
      description: 'where the page before ended; only `Link` says it',
      examples: [
        cursorText({ sort: 'name', place: ['harbour berths', 'Harbour Berths'], shown: 1 }),
      ],
    }),
  sort: z
    .enum(SORTS, `sort is one of ${SORTS.join(', ')}`)
    .optional()
    .meta({
      description: 'what to sort by, whatever the case of letters; a minus turns it round',
      examples: ['name'],
    }),
  fields: FieldNames.transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
    .refine((names) => names.every((name) => FIELDS.includes(name)), {
      message: FIELD,
      params: { detail: 'names a section that there is not' },
    })
    .optional()
    .meta({
      description: `sections to answer instead of whole projects: ${FIELDS.join(', ')}`,
      examples: ['details,stage'],
    }),
  ...ROW_FORMAT,
}

/** What the next page is asked with has to fit into a header that every client reads. */
const LONGEST = 4_000

/**
 * The query of a list with further parameters.
 *
 * @param query holds `LIST_PARAMETERS`; a cursor of pages in another order is refused, and pages of a search
 *   that is too long to be repeated in `Link`
 */
export function listQuery<Q extends z.ZodObject<typeof LIST_PARAMETERS>>(query: Q) {
  return query
    .refine(isCursorOf, {
      ...NO_CURSOR,
      path: ['cursor'],
      params: { detail: 'is of pages in another order' },
    })
    .refine(
      ({ cursor: _cursor, ...query }) =>
        query.limit === undefined || String(parametersOf(query)).length <= LONGEST,
      {
        message: `Too many filter values for pages: at most ${LONGEST} bytes`,
        path: ['limit'],
        params: { detail: 'is not possible with a search that is so long' },
      },
    )
}

/** The header that a page but the last bears, for the description. */
export const NEXT_PAGE = { link: 'the next page, as `next` (RFC 8288), when there is one' }

/**
 * The `Link` to the page after one, with all that was asked for the first.
 *
 * @param query as the route reads it: lists are joined by commas again
 */
export function nextPageLink(
  path: string,
  query: Readonly<Record<string, unknown>>,
  next: Cursor | undefined,
): Record<string, string> {
  if (!next) return {}
  const parameters = parametersOf(query)
  parameters.set('cursor', cursorText(next))
  return { link: `<${path}?${String(parameters)}>; rel="next"` }
}

function parametersOf(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    textOf(value),
  ])
  return new URLSearchParams(texts.filter(([, text]) => text !== ''))
}

/** A list as it was sent; nothing for what was not, and for the cursor that was read. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join()
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
