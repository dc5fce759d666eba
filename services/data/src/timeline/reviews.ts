import type { StoredPosition } from '@landscape/contracts/entries'
import type { Review } from './reply.ts'

/** A review with its time. */
export interface DatedReview extends Review {
  /** Milliseconds since the epoch. */
  instant: number
}

/** The positions that repeat the ring before them, newest first. Those with an unreadable date are omitted. */
export function reviewsOf(positions: readonly StoredPosition[]): DatedReview[] {
  const reviews: DatedReview[] = []
  let ring: string | undefined
  for (const { ringId, at: instant, description } of positions) {
    if (ringId === ring && instant !== undefined)
      reviews.push({
        ring,
        date: new Date(instant).toISOString().slice(0, 10),
        description,
        instant,
      })
    ring = ringId
  }
  return reviews.toReversed().sort((a, b) => b.instant - a.instant)
}
