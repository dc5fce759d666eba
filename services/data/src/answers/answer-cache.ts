import { LRUCache } from 'lru-cache'
import { prepareAnswer, type PreparedAnswer } from './prepared-answer.ts'

/** JSON texts and their compressed forms: about one and a half times this in memory. */
const MAX_BYTES = 32 * 1024 * 1024

export interface AnswerCache {
  /**
   * The answer to one question about one version of a document, built at most once while it is
   * remembered.
   *
   * @param key names question and version
   * @param build makes the value that is sent as JSON
   * @param source the document, when the answer shows a part of it and is to have its tag
   */
  answer(key: string, build: () => unknown, source?: unknown): PreparedAnswer
}

/** Keeps the answers that were asked for last, up to a number of bytes. */
export function createAnswerCache(maxBytes = MAX_BYTES): AnswerCache {
  const answers = new LRUCache<string, PreparedAnswer>({
    maxSize: maxBytes,
    sizeCalculation: (answer, key) => answer.bytes + key.length + 200,
  })
  return {
    answer(key, build, source) {
      const known = answers.get(key)
      if (known) return known
      const answer = prepareAnswer(build(), source)
      answers.set(key, answer)
      return answer
    },
  }
}
