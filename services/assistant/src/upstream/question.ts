import { DomainError } from '@landscape/errors'
import type { Answer } from '../sources/usage-source.ts'

export interface QuestionOptions {
  /** Milliseconds for which an answer counts as current. */
  freshMs: number
  /** Milliseconds for which the last answer is served while the host is away. */
  staleMs: number
  /** Milliseconds to leave the host alone after a failure that names no time itself. */
  holdOffMs: number
  /** Milliseconds since the epoch. */
  now: () => number
  /** Told of each failure; a refusal is none. */
  onFailure: (error: unknown) => void
}

/** A question to a host, with its last answer. */
export interface Question<T> {
  ask(): Promise<Answer<T>>
}

/**
 * Asks once for everybody who wants to know: one flight at a time, its answer kept for a while, and
 * for longer while the host is away. What the host refuses is not a reason to answer from memory.
 */
export function createQuestion<T>(
  askHost: () => Promise<T>,
  { freshMs, staleMs, holdOffMs, now, onFailure }: QuestionOptions,
): Question<T> {
  let good: { value: T; at: number } | undefined
  let failed: { error: unknown; until: number } | undefined
  let flight: Promise<Answer<T>> | undefined

  async function fly(): Promise<Answer<T>> {
    const at = now()
    try {
      const value = await askHost()
      good = { value, at }
      failed = undefined
      return { value }
    } catch (error) {
      if (!isRefusal(error)) onFailure(error)
      failed = { error, until: now() + holdOffOf(error, holdOffMs) }
      if (isRefusal(error)) good = undefined
      return lastGood(error)
    } finally {
      flight = undefined
    }
  }

  function lastGood(error: unknown): Answer<T> {
    if (!good || now() - good.at > staleMs) throw error
    return { value: good.value, staleSeconds: Math.max(0, Math.floor((now() - good.at) / 1000)) }
  }

  return {
    async ask() {
      if (good && isWithin(now() - good.at, freshMs)) return { value: good.value }
      if (flight) return flight
      if (failed && now() < failed.until) return lastGood(failed.error)
      flight = fly()
      return flight
    },
  }
}

/** Questions of one kind, by key; the least recently used are forgotten. */
export function createQuestions<K, T>(
  keyOf: (about: K) => string,
  askHost: (about: K) => Promise<T>,
  options: QuestionOptions & { most: number },
): (about: K) => Promise<Answer<T>> {
  const questions = new Map<string, Question<T>>()
  return (about) => {
    const key = keyOf(about)
    const question = questions.get(key) ?? createQuestion(() => askHost(about), options)
    questions.delete(key)
    questions.set(key, question)
    for (const oldest of questions.keys()) {
      if (questions.size <= options.most) break
      questions.delete(oldest)
    }
    return question.ask()
  }
}

/** An answer from the future was given before the clock was set back: nobody knows its age. */
function isWithin(age: number, limit: number): boolean {
  return age >= 0 && age < limit
}

/** The host has answered, and the answer is no. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && ['unauthenticated', 'not-found'].includes(error.code)
}

function holdOffOf(error: unknown, holdOffMs: number): number {
  const asked = error instanceof DomainError ? error.retryAfter : undefined
  return asked === undefined ? holdOffMs : Math.min(asked * 1000, 15 * 60_000)
}
