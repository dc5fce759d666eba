import { z } from 'zod'
import { MAX_LIST_ITEMS } from '@landscape/contracts/admit'
import { CONTROL, strictly } from '@landscape/contracts/control-members'
import { describedAs } from '@landscape/contracts/described-as'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Fault } from '@landscape/contracts/errors/faults'
import { newFaults } from '@landscape/store/documents/unchanged'
import { TechnologyName } from '../names/technology-name.ts'
import { elementsOf, isRecord } from '@landscape/contracts/json'
import type { ArrayDataDocument } from '@landscape/contracts/landscape'

const INVALID_ALL =
  'Invalid data format. Complete items object is required for all categories update.'
const INVALID_ONE =
  'Invalid data format. Category and items array are required for single category update.'

const MAX_LISTS = 1_000
/** The name of a technology list, and its items. */
export const Category = z.string().min(1).max(200)
export const Items = z.array(TechnologyName).meta({ maxItems: MAX_LIST_ITEMS })
const Lists = z.record(Category, Items).meta({ minProperties: 1, maxProperties: MAX_LISTS })

/** A required member of any type; unlike `nonoptional` it has an API description. */
const required = (text: string) => z.unknown().refine((value) => value !== undefined, text)

const AllCategories = z
  .strictObject(
    {
      ...CONTROL,
      allCategories: z.literal(true, INVALID_ALL),
      category: z.unknown().optional().meta({ description: 'ignored' }),
      items: describedAs(required(INVALID_ALL), Lists),
    },
    { error: strictly(INVALID_ALL) },
  )
  .meta({ id: 'AllTechnologyLists' })

const OneCategory = z
  .strictObject(
    {
      ...CONTROL,
      allCategories: z.literal(false, INVALID_ONE).nullish(),
      category: describedAs(z.string(INVALID_ONE), Category),
      items: describedAs(required(INVALID_ONE), Items),
    },
    { error: strictly(INVALID_ONE) },
  )
  .meta({ id: 'OneTechnologyList' })

/** All technology lists, or one. The items are validated later, against the stored ones. */
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
 * Replaces all lists.
 * @throws DomainError `invalid-input` for a new or changed value that is not an array of strings
 */
export function replaceLists(lists: ArrayDataDocument, items: unknown): ArrayDataDocument {
  assertFaultless(INVALID_ALL, newFaults(Lists, items, lists, faultsOfSize(items)))
  const next = items as ArrayDataDocument
  assertRoom(INVALID_ALL, lists, next)
  return next
}

/**
 * Replaces the list of one category.
 * @throws DomainError `invalid-input` for an unknown category, or as `replaceLists`
 */
export function replaceList(
  lists: ArrayDataDocument,
  category: string,
  items: unknown,
): ArrayDataDocument {
  const isStored = Object.hasOwn(lists, category)
  if (!isStored && !Category.safeParse(category).success) {
    throw new DomainError('invalid-input', INVALID_ONE, UNKNOWN_CATEGORY)
  }
  const stored = isStored ? lists[category] : undefined
  assertFaultless(INVALID_ONE, newFaults(Items, items, stored))
  if (!isStored) {
    const text = 'Invalid category. The specified category does not exist.'
    throw new DomainError('invalid-input', text, UNKNOWN_CATEGORY)
  }
  const next = { ...lists, [category]: items }
  assertRoom(INVALID_ONE, lists, next)
  return next
}

/** Rejects more items in all lists than the maximum, unless their number does not grow. */
function assertRoom(text: string, lists: ArrayDataDocument, next: ArrayDataDocument): void {
  const count = countItems(next)
  if (count <= MAX_LIST_ITEMS || count <= countItems(lists)) return
  const detail = `would exceed ${MAX_LIST_ITEMS} items in all lists`
  assertFaultless(text, [{ path: [], detail }])
}

function countItems(lists: ArrayDataDocument): number {
  return Object.values(lists).reduce<number>((sum, list) => sum + elementsOf(list).length, 0)
}

const UNKNOWN_CATEGORY = { faults: [{ path: ['category'], detail: 'is not an existing category' }] }

function faultsOfSize(items: unknown): Fault[] {
  const count = isRecord(items) ? Object.keys(items).length : 1
  // An empty object would remove all categories; name a list to empty it.
  if (count === 0) return [{ path: [], detail: 'must not be empty' }]
  const detail = `must have at most ${MAX_LISTS} categories`
  return count > MAX_LISTS ? [{ path: [], detail, isCount: true }] : []
}

function assertFaultless(text: string, faults: readonly Fault[]): void {
  if (faults.length === 0) return
  throw new DomainError('invalid-input', text, {
    faults: faults.map(({ path, detail }) => ({ path: ['items', ...path], detail })),
  })
}
