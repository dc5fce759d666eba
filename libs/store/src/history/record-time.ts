import type { ObjectStore } from '../objects/port.ts'

/** Maximum time (ms) by which a clock may be ahead of the store's. */
const MAX_AHEAD_MS = 5 * 60 * 1_000

/** A time that was not taken over, and the one that was recorded instead (ms since the epoch). */
export interface ClockJump {
  rejected: number
  recorded: number
}

/**
 * The clock for times that are stored or decide what is deleted: that of this process, or the store's when this process is
 * too far ahead.
 *
 * @param own milliseconds since the epoch
 */
export function clockOf(
  store: Pick<ObjectStore, 'now'>,
  own: () => number = Date.now,
): () => number {
  return () => presentOf(own(), store.now?.())
}

function presentOf(own: number, store = own): number {
  return own > store + MAX_AHEAD_MS ? store : own
}

/**
 * The time of a record: the present, and not before the previous record. A time that is too far ahead of the store's
 * clock is not taken over, neither of this process nor of the previous record: it would last until that time.
 *
 * @param clocks.store this process's own clock decides when it is `undefined`
 * @returns `rejected`: the time that was not taken over; `isJump`: it is that of the previous record
 */
export function timeAfter(
  previous: number,
  { own, store = own }: { own: number; store: number | undefined },
): { time: number; rejected: number | undefined; isJump: boolean } {
  const present = presentOf(own, store)
  if (presentOf(previous, store) !== previous)
    return { time: present, rejected: previous, isJump: true }
  const rejected = present === own ? undefined : own
  return { time: Math.max(present, previous), rejected, isJump: false }
}
