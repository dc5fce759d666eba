import { isRecord, type JsonRecord } from '@landscape/contracts'
import type { TimelineItemInput } from './submission.ts'

/** How an item gets its author, given the stored item that it is (`undefined`: it is new). */
export type Attribution = (
  item: TimelineItemInput,
  stored: JsonRecord | undefined,
) => TimelineItemInput

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
 * items, as many are stored ones as there are in store.
 */
export function attribute(
  submitted: readonly TimelineItemInput[],
  stored: unknown,
  attribution: Attribution,
): TimelineItemInput[] {
  const unclaimed = Map.groupBy(Array.isArray(stored) ? stored.filter(isRecord) : [], contentOf)
  return submitted.map((item) => attribution(item, unclaimed.get(contentOf(item))?.shift()))
}

/**
 * What makes an item the one that it is: all but its author and what clients add. No directorate and
 * directorate 0 are both the default one.
 */
export function contentOf({ moved, ringId, date, description, directorate }: JsonRecord): string {
  return JSON.stringify([moved, ringId, date, description, directorate || 0])
}

function withAuthor(item: TimelineItemInput, author: unknown): TimelineItemInput {
  if (author !== undefined) return { ...item, author: author as string | null }
  const { author: _claimed, ...rest } = item
  return rest
}
