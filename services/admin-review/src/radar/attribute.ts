import { isRecord, recordsOf, type JsonRecord } from '@landscape/contracts'

/** How an item gets its author, given the stored item that it is (`undefined`: it is new). */
export type Attribution = (item: JsonRecord, stored: JsonRecord | undefined) => JsonRecord

/**
 * A reviewer signs what is new, whatever the client claims; what is stored keeps its author, or
 * that it has none.
 */
export function byReviewer(email: string): Attribution {
  return (item, stored) => withAuthor(item, stored ? stored['author'] : email)
}

/**
 * An administrator may name the author of new items and of items without one; an author that is
 * stored stays, also when the client leaves it out.
 */
export const asSupplied: Attribution = (item, stored) =>
  stored?.['author'] ? withAuthor(item, stored['author']) : item

/**
 * Attributes a submitted timeline. An item is a stored one when its content is the same; of equal
 * items, as many are stored ones as there are in store. What is no item stays.
 */
export function attribute(
  submitted: readonly unknown[],
  stored: unknown,
  attribution: Attribution,
): unknown[] {
  const unclaimed = Map.groupBy(recordsOf(stored), contentOf)
  return submitted.map((item) =>
    isRecord(item) ? attribution(item, unclaimed.get(contentOf(item))?.shift()) : item,
  )
}

/**
 * What makes an item the one that it is: all but its author and what clients add. No directorate and
 * directorate 0 are both the default one.
 */
export function contentOf({ moved, ringId, date, description, directorate }: JsonRecord): string {
  return JSON.stringify([moved, ringId, date, description, directorate || 0])
}

function withAuthor(item: JsonRecord, author: unknown): JsonRecord {
  if (author !== undefined) return { ...item, author }
  const { author: _claimed, ...rest } = item
  return rest
}
