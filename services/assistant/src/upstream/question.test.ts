import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/errors'
import { createQuestion, createQuestions } from './question.ts'

function setUp() {
  let time = 1_000_000
  let asked = 0
  let next: () => Promise<string> = async () => `answer ${asked}`
  const failures: unknown[] = []
  const options = {
    freshMs: 1_000,
    staleMs: 10_000,
    holdOffMs: 500,
    now: () => time,
    onFailure: (error: unknown) => failures.push(error),
  }
  const question = createQuestion(() => {
    asked++
    return next()
  }, options)
  return {
    question,
    options,
    failures,
    asked: () => asked,
    wait: (ms: number) => (time += ms),
    answerWith: (answer: () => Promise<string>) => (next = answer),
  }
}

describe('createQuestion', () => {
  it('shares one flight, also when it fails', async () => {
    const { question, asked, answerWith } = setUp()
    answerWith(() => Promise.reject(new Error('away')))
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => question.ask()))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(asked()).toBe(1)
  })

  it('asks again when the answer is no longer current', async () => {
    const { question, wait } = setUp()
    expect(await question.ask()).toEqual({ value: 'answer 1' })
    wait(999)
    expect(await question.ask()).toEqual({ value: 'answer 1' })
    wait(1)
    expect(await question.ask()).toEqual({ value: 'answer 2' })
  })

  it('leaves the host alone after a failure, for as long as it asks', async () => {
    const { question, wait, asked, answerWith } = setUp()
    answerWith(() => Promise.reject(new DomainError('failed', 'x', { retryAfter: 60 })))
    await expect(question.ask()).rejects.toThrow('x')
    wait(59_000)
    await expect(question.ask()).rejects.toThrow('x')
    expect(asked()).toBe(1)
    wait(1_000)
    answerWith(async () => 'back')
    expect(await question.ask()).toEqual({ value: 'back' })
  })

  it('forgets what it knew when the host refuses, and does not call that a failure', async () => {
    const { question, wait, answerWith, failures } = setUp()
    await question.ask()
    wait(1_000)
    answerWith(() => Promise.reject(new DomainError('unauthenticated', 'no')))
    await expect(question.ask()).rejects.toThrow('no')
    await expect(question.ask()).rejects.toThrow('no')
    expect(failures).toEqual([])
  })

  it('works again after the clock was set back', async () => {
    const { question, wait, asked } = setUp()
    await question.ask()
    wait(-5_000)
    await question.ask()
    expect(asked()).toBe(2)
  })
})

describe('createQuestions', () => {
  it('keeps keys apart and forgets the one that was not asked for longest', async () => {
    const { options } = setUp()
    const asked: string[] = []
    const ask = createQuestions(
      (about: string) => about,
      async (about) => asked.push(about),
      { ...options, most: 2 },
    )
    for (const about of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(about)
    expect(asked).toEqual(['a', 'b', 'c', 'b'])
  })
})
