import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Does work for a caller, once what was asked for the same caller before is done. */
export type InTurn = <T>(caller: string, work: () => Promise<T>) => Promise<T>

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
  const last = new Map<string, Promise<void>>()
  return (caller, work) => {
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
    const rested: Promise<void> = done.then(rest, rest).finally(() => {
      if (last.get(caller) === rested) last.delete(caller)
    })
    last.set(caller, rested)
    return done
  }
}

function busyMs(): number {
  return performance.eventLoopUtilization().active
}
