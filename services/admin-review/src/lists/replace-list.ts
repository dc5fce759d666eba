import type { ArrayDataDocument } from '@landscape/contracts'
import { DomainError } from '@landscape/errors'

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
