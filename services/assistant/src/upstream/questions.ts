import type { DomainError } from '@landscape/errors'
import type { Answer } from '../sources/usage-source.ts'
import { createQuestion, type Question, type QuestionOptions } from './question.ts'

export interface QuestionsOptions extends QuestionOptions {
  /** How many questions are remembered. */
  most: number
  /** How many may be under way at once: their keys come from outside. */
  mostFlights: number
  /** What to say to one more. */
  busy: () => DomainError
}

/** Questions of one kind, by key; the least recently used are forgotten. */
export function createQuestions<K, T>(
  keyOf: (about: K) => string,
  askHost: (about: K) => Promise<T>,
  options: QuestionsOptions,
): (about: K) => Promise<Answer<T>> {
  const questions = new Map<string, Question<T>>()
  const { most, mostFlights, busy } = options
  let flights = 0

  async function askCounted(about: K): Promise<T> {
    if (flights >= mostFlights) throw busy()
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
    questions.delete(key)
    questions.set(key, question)
    for (const oldest of questions.keys()) {
      if (questions.size <= most) break
      questions.delete(oldest)
    }
    return question.ask()
  }
}
