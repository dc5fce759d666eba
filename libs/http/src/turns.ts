import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does work for a caller, once what was asked for the same caller before is done.
 *
 * @param left resolves when the turn may end, after the work; at once when absent
 */
export type InTurn = <T>(
  caller: string,
  work: () => Promise<T>,
  left?: () => Promise<unknown>,
) => Promise<T>

/** Keeping the process busy for less than this needs no rest. */
const NOTHING_MS = 20
const MAX_REST_MS = 1_000

/**
 * Lets what one caller asks for be worked on one after the other, and after each not at all for as
 * long as it kept the process busy. So at least half of the time belongs to the others, however much
 * the caller asks for at once and however long each takes.
 *
 * @param busy milliseconds for which the process has been busy since it began
 */
export function createTurns(
  busy: () => number = busyMs,
  pause: (ms: number) => Promise<void> = sleep,
): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return (caller, work, left = async () => {}) => {
    let busyBefore = 0
    const begin = () => {
      busyBefore = busy()
      return work()
    }
    const rest = async () => {
      const took = busy() - busyBefore
      if (took >= NOTHING_MS) await pause(Math.min(took, MAX_REST_MS))
    }
    const done = (last.get(caller) ?? Promise.resolve()).then(begin)
    const over: Promise<unknown> = done
      .then(rest, rest)
      .then(left)
      .finally(() => {
        if (last.get(caller) === over) last.delete(caller)
      })
    last.set(caller, over)
    return done
  }
}

/** Costly answers that wait for their readers, all together. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024

/**
 * Counts the bytes of answers that were made in turn and not read yet. While they are too many, a turn
 * lasts until its own answer has left: who reads nothing gets nothing more.
 */
export function createUnread(
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

function busyMs(): number {
  return performance.eventLoopUtilization().active
}
