import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs the work of one caller sequentially, in the order of the calls.
 *
 * @param release resolves when the caller's next work may start, after this work has ended
 */
export type FairQueue = <T>(
  caller: string,
  work: () => Promise<T>,
  release?: () => Promise<unknown>,
) => Promise<T>

/** Work that occupies the process for less than this needs no pause after it. */
const MIN_PAUSE_MS = 20
const MAX_PAUSE_MS = 1_000

/**
 * Creates one queue for each caller. After each work the caller's queue pauses for as long as the work
 * occupied the process, so one caller gets at most half of the process's time.
 *
 * @param busy milliseconds that the event loop has been active since the process started
 */
export function createFairQueue(
  busy: () => number = () => performance.eventLoopUtilization().active,
  pause: (ms: number) => Promise<void> = sleep,
): FairQueue {
  const last = new Map<string, Promise<unknown>>()
  return (caller, work, release = async () => {}) => {
    let busyBefore = 0
    const start = () => {
      busyBefore = busy()
      return work()
    }
    const rest = async () => {
      const took = busy() - busyBefore
      if (took >= MIN_PAUSE_MS) await pause(Math.min(took, MAX_PAUSE_MS))
    }
    const done = (last.get(caller) ?? Promise.resolve()).then(start)
    const over: Promise<unknown> = done
      .then(rest, rest)
      .then(release)
      .finally(() => {
        if (last.get(caller) === over) last.delete(caller)
      })
    last.set(caller, over)
    return done
  }
}

/** Maximum size of all costly responses that their clients have not read. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024

/**
 * Counts the bytes of costly responses that clients have not read. Beyond the maximum a caller's queue
 * waits until the response is sent: a client that does not read gets no more responses.
 */
export function limitUnreadBytes(
  maxBytes = MAX_UNREAD_BYTES,
): (res: Pick<ServerResponse, 'closed' | 'writableLength' | 'once'>) => Promise<void> {
  let bytes = 0
  return async (res) => {
    if (res.closed) return
    const own = res.writableLength
    bytes += own
    const over = new Promise<void>((resolve) => {
      res.once('close', () => {
        bytes -= own
        resolve()
      })
    })
    if (bytes > maxBytes) await over
  }
}
