import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs the work of one caller sequentially, in the order of the calls. */
export type FairQueue = <T>(caller: string, work: () => Promise<T>) => Promise<T>

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
  return (caller, work) => {
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
    const over: Promise<unknown> = done.then(rest, rest).finally(() => {
      if (last.get(caller) === over) last.delete(caller)
    })
    last.set(caller, over)
    return done
  }
}
