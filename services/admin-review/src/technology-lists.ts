import { z } from 'zod'
import { type ArrayDataDocument, isRecord, CONTROL, strictly } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'

const INVALID_ALL =
  'Invalid data format. Complete items object is required for all categories update.'
const INVALID_ONE =
  'Invalid data format. Category and items array are required for single category update.'

const items = (text: string) => z.array(z.string(text).max(500, text), text).max(20_000, text)

const AllCategories = z
  .strictObject(
    {
      ...CONTROL,
      allCategories: z.literal(true, INVALID_ALL),
      category: z.unknown().optional().meta({ description: 'of no effect here' }),
      items: z
        .record(
          z.string().min(1, INVALID_ALL).max(200, INVALID_ALL),
          items(INVALID_ALL),
          INVALID_ALL,
        )
        .refine((lists) => Object.keys(lists).length <= 1_000, INVALID_ALL)
        // An empty object would wipe all categories; a list is emptied by naming it.
        .refine((lists) => Object.keys(lists).length > 0, INVALID_ALL),
    },
    { error: strictly(INVALID_ALL) },
  )
  .meta({ id: 'AllTechnologyLists' })

const OneCategory = z
  .strictObject(
    {
      ...CONTROL,
      allCategories: z.literal(false, INVALID_ONE).nullish(),
      category: z.string(INVALID_ONE).min(1, INVALID_ONE).max(200, INVALID_ONE),
      items: items(INVALID_ONE),
    },
    { error: strictly(INVALID_ONE) },
  )
  .meta({ id: 'OneTechnologyList' })

/** New technology lists: all of them, or those of one category. */
export const ListsInput = z.union([AllCategories, OneCategory], {
  error: ({ input, errors }) => {
    const [all, one] = (errors ?? []) as z.core.$ZodIssue[][]
    return isForAll(input) ? all?.[0]?.message : one?.[0]?.message
  },
})
export type ListsInput = z.infer<typeof ListsInput>

function isForAll(input: unknown): boolean {
  return isRecord(input) && input['allCategories'] === true
}

/**
 * Replaces the list of one category; the others stay.
 * @throws DomainError `invalid-input` when there is no such category
 */
export function replaceList(
  lists: ArrayDataDocument,
  category: string,
  items: readonly string[],
): ArrayDataDocument {
  if (!Object.hasOwn(lists, category)) {
    throw new DomainError(
      'invalid-input',
      'Invalid category. The specified category does not exist.',
    )
  }
  return { ...lists, [category]: [...items] }
}
