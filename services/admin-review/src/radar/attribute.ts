import { isRecord, type JsonRecord, recordsOf } from '@landscape/contracts/json'

/** Sets the author of an item; `stored` is the equal stored item, `undefined` for a new one. */
export type Attribution = (item: JsonRecord, stored: JsonRecord | undefined) => JsonRecord

/** The reviewer becomes the author of new items; stored items keep their author or have none. */
export function byReviewer(email: string): Attribution {
  return (item, stored) => withAuthor(item, stored ? stored['author'] : email)
}

/** Accepts the submitted author for new items and for items without one; a stored author is kept. */
export const asSupplied: Attribution = (item, stored) =>
  stored?.['author'] ? withAuthor(item, stored['author']) : item

/**
 * Sets the authors of a submitted timeline. Items are matched with stored ones by content, each stored item
 * at most once. Malformed items stay unchanged.
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

/** Identity of an item: all defined members except the author. A missing directorate equals 0. */
export function contentOf({ moved, ringId, date, description, directorate }: JsonRecord): string {
  return JSON.stringify([moved, ringId, date, description, directorate || 0])
}

function withAuthor(item: JsonRecord, author: unknown): JsonRecord {
  if (author !== undefined) return { ...item, author }
  const { author: _claimed, ...rest } = item
  return rest
}
