import { setImmediate } from 'node:timers/promises'
import { withinTime } from './within-time.ts'

export interface SharingOptions<R> {
  /** Milliseconds for which callers wait for a call that is under way to end, before there is one more. */
  paceMs?: number
  /** Calls that may be under way at that pace; further ones begin as one of them ends. */
  maximum?: number
  /** Milliseconds after which callers do not wait for that any longer. */
  patienceMs?: number
  /**
   * Turns of the event loop for which callers gather before each call, 0 when absent. With two, who was answered by the last call and
   * asks again has come by then, so that all who ask without a pause share one call; with fewer they split in two crowds, each with its
   * own calls. A turn is as long as whatever else there is to do.
   */
  gatheringTurns?: number
  /** What callers hear of a call, which keeps its place until it ends. */
  heard?: (answer: Promise<R>) => Promise<R>
}

/**
 * Lets callers share calls under one rule: a caller joins only a call that begins after it came. So
 * what was true when the caller came shows in its answer, and a thousand callers cost a few calls.
 *
 * @param call gets what the first of its callers said
 */
export function shareCalls<A, R>(
  call: (first: A) => Promise<R>,
  {
    paceMs = 0,
    maximum = 1,
    patienceMs = Infinity,
    gatheringTurns = 0,
    heard = (answer) => answer,
  }: SharingOptions<R> = {},
): (said: A) => Promise<R> {
  let underWay = 0
  /** The call that has not begun yet. */
  let next: Promise<R> | undefined
  let oneEnds = Promise.withResolvers<void>()

  function place(): Promise<unknown> {
    // Callers that come with one turn of the event loop share a call even when it is answered at once.
    if (underWay === 0) return setImmediate()
    const waitMs = underWay < maximum ? paceMs : patienceMs
    const { promise } = oneEnds
    return waitMs === Infinity ? promise : withinTime(promise, waitMs, () => {})
  }

  async function begin(first: A): Promise<R> {
    await place()
    for (let turn = 0; turn < gatheringTurns; turn++) await setImmediate()
    next = undefined
    return heard(hold(first))
  }

  async function hold(first: A): Promise<R> {
    underWay++
    try {
      return await call(first)
    } finally {
      underWay--
      oneEnds.resolve()
      oneEnds = Promise.withResolvers()
    }
  }

  return (said) => (next ??= begin(said))
}
