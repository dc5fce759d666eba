import { describe, expect, it } from '@jest/globals'
import { createAnswerCache, prepareAnswer } from './prepared-answer.ts'

/** Everybody's turn comes at once, but not before all have asked. */
const turn = async <R>(work: () => Promise<R>): Promise<R> => Promise.resolve().then(work)

describe('an answer that is made in turn', () => {
  it('is made once, however many wait for their turns', async () => {
    const cache = createAnswerCache()
    let made = 0
    const ask = () =>
      cache.inTurn(
        'question',
        turn,
        () => prepareAnswer({ made: ++made }),
        async (answer) => String(await answer.body('identity')),
      )
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill('{"made":1}'))
  })

  it("takes nobody's turn when it is known", async () => {
    const cache = createAnswerCache()
    cache.answer('question', () => 'at hand')
    const answered = cache.inTurn(
      'question',
      () => Promise.reject(new Error('Nobody waits')),
      () => prepareAnswer('made'),
      async (answer) => String(await answer.body('identity')),
    )
    expect(await answered).toBe('"at hand"')
  })
})
