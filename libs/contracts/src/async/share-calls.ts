import { setImmediate } from 'node:timers/promises'
import { withinTime } from './within-time.ts'

export interface CoalesceOptions<R> {
  /** Whether a caller who is alone begins at once. By default callers of one turn of the event loop share a call. */
  isEager?: boolean
  /** Milliseconds that callers wait for a call in flight before another begins. */
  paceMs?: number
  /** Maximum number of calls in flight at that pace; more begin as one of them ends. */
  maximum?: number
  /** Milliseconds after which callers do not wait for that. */
  patienceMs?: number
  /** Turns the result of a call into that of its callers; the call stays in flight until it ends. */
  result?: (result: Promise<R>) => Promise<R>
}

/**
 * Coalesces calls under one rule: a caller joins only a call that begins after the caller arrived. So the
 * result is at least as new as the caller's arrival, and a thousand callers cost a few calls.
 *
 * @param call gets the argument of its first caller
 */
export function coalesceCalls<A, R>(
  call: (first: A) => Promise<R>,
  {
    isEager = false,
    paceMs = 0,
    maximum = 1,
    patienceMs = Infinity,
    result = (promise) => promise,
  }: CoalesceOptions<R> = {},
): (argument: A) => Promise<R> {
  let inFlight = 0
  /** The call that has not begun yet. */
  let next: Promise<R> | undefined
  let oneEnds = Promise.withResolvers<void>()

  function mayBegin(): Promise<unknown> {
    if (inFlight === 0) return isEager ? Promise.resolve() : setImmediate()
    const waitMs = inFlight < maximum ? paceMs : patienceMs
    const { promise } = oneEnds
    return waitMs === Infinity ? promise : withinTime(promise, waitMs, () => {})
  }

  async function begin(first: A): Promise<R> {
    await mayBegin()
    next = undefined
    return result(tracked(first))
  }

  async function tracked(first: A): Promise<R> {
    inFlight++
    try {
      return await call(first)
    } finally {
      inFlight--
      oneEnds.resolve()
      oneEnds = Promise.withResolvers()
    }
  }

  return (argument) => (next ??= begin(argument))
}

/**
 * Caches the result of a call, or its failure, from its start; concurrent callers share it.
 *
 * @param ms lifetime in milliseconds
 * @param now milliseconds of a monotonic clock
 * @returns a function of another lifetime for one caller
 */
export function cachedFor<R>(
  ms: number,
  call: () => Promise<R>,
  now: () => number = () => performance.now(),
): (maxMs?: number) => Promise<R> {
  let last: { at: number; result: Promise<R> } | undefined
  return (maxMs = ms) => {
    const at = now()
    if (!last || at - last.at > maxMs) last = { at, result: call() }
    return last.result
  }
}

/**
 * Shares a call in flight between callers with the same key. A call that has ended, in success or failure, is
 * not shared.
 */
export function shareByKey<R>(): (key: string, call: () => Promise<R>) => Promise<R> {
  const inFlight = new Map<string, Promise<R>>()
  return (key, call) => {
    const known = inFlight.get(key)
    if (known) return known
    const begun = call().finally(() => inFlight.delete(key))
    inFlight.set(key, begun)
    return begun
  }
}
