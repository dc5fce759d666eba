import { DomainError, withinTime } from '@landscape/errors'
import { LRUCache } from 'lru-cache'
import type { Answer } from './port.ts'

export interface QuestionOptions {
  /** Milliseconds for which an answer counts as current. */
  freshMs: number
  /** Milliseconds for which the last answer is served while the host is away. */
  staleMs: number
  /** Milliseconds to leave the host alone after a failure that names no time itself. */
  holdOffMs: number
  /** Milliseconds for which the host may keep everybody waiting while there is a last answer. */
  patienceMs: number
  /** Milliseconds for which it may when there is none. */
  deadlineMs: number
  /** What to say after that. */
  late: () => DomainError
  /** Milliseconds of a clock that is never set. */
  now: () => number
  /** Told of each failure; a refusal is none. */
  onFailure: (error: unknown) => void
}

/** A question to a host, with its last answer. */
interface Question<T> {
  ask(): Promise<Answer<T>>
}

interface Flight<T> {
  landed: Promise<Answer<T>>
  startedAt: number
}

/**
 * Asks once for everybody who wants to know: one flight at a time, its answer kept for a while, and
 * for longer while the host is away. What the host refuses is not a reason to answer from memory.
 *
 * @param askHost gets the last answer, while it may still be served
 */
export function createQuestion<T>(
  askHost: (last: T | undefined) => Promise<T>,
  options: QuestionOptions,
): Question<T> {
  const { freshMs, staleMs, holdOffMs, patienceMs, deadlineMs, late, now, onFailure } = options
  let good: { value: T; at: number } | undefined
  let failed: { error: unknown; until: number } | undefined
  let flight: Flight<T> | undefined

  async function fly(): Promise<Answer<T>> {
    const at = now()
    try {
      const value = await askHost(usable()?.value)
      good = { value, at }
      failed = undefined
      return { value }
    } catch (error) {
      if (!isRefusal(error)) onFailure(error)
      failed = { error, until: now() + holdOffOf(error, holdOffMs) }
      if (isRefusal(error)) good = undefined
      return lastGood(() => error)
    } finally {
      flight = undefined
    }
  }

  function usable() {
    return good && now() - good.at < staleMs ? good : undefined
  }

  function lastGood(otherwise: () => unknown): Answer<T> {
    const last = usable()
    if (!last) throw otherwise()
    return { value: last.value, staleSeconds: Math.floor((now() - last.at) / 1000) }
  }

  /** Whoever comes later waits for what is left only: a host that hangs delays each caller once. */
  async function waitFor({ landed, startedAt }: Flight<T>): Promise<Answer<T>> {
    const limit = usable() ? patienceMs : deadlineMs
    return withinTime(landed, startedAt + limit - performance.now(), () => lastGood(late))
  }

  return {
    async ask() {
      if (good && now() - good.at < freshMs) return { value: good.value }
      if (!flight) {
        if (failed && now() < failed.until) {
          const { error } = failed
          return lastGood(() => error)
        }
        flight = { landed: fly(), startedAt: performance.now() }
      }
      return waitFor(flight)
    },
  }
}

interface QuestionsOptions extends QuestionOptions {
  /** How many questions are remembered; the least recently used are forgotten. */
  max: number
  /** How many may be under way at once: their keys come from outside. */
  maxFlights: number
  /** What to say to one more. */
  busy: () => DomainError
}

/** Questions of one kind, by key. */
export function createQuestions<K, T>(
  keyOf: (about: K) => string,
  askHost: (about: K) => Promise<T>,
  options: QuestionsOptions,
): (about: K) => Promise<Answer<T>> {
  const { max, maxFlights, busy } = options
  const questions = new LRUCache<string, Question<T>>({ max })
  let flights = 0

  async function askCounted(about: K): Promise<T> {
    if (flights >= maxFlights) throw busy()
    flights++
    try {
      return await askHost(about)
    } finally {
      flights--
    }
  }

  return (about) => {
    const key = keyOf(about)
    const question = questions.get(key) ?? createQuestion(() => askCounted(about), options)
    questions.set(key, question)
    return question.ask()
  }
}

/** The host has answered, and the answer is no. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && ['unauthenticated', 'not-found'].includes(error.code)
}

function holdOffOf(error: unknown, holdOffMs: number): number {
  const asked = error instanceof DomainError ? error.retryAfter : undefined
  return asked === undefined ? holdOffMs : Math.min(asked * 1000, 15 * 60_000)
}
