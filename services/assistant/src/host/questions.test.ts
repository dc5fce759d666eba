import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/errors'
import { createQuestion, createQuestions } from './questions.ts'

function setUp() {
  let time = 1_000_000
  let asked = 0
  let next: () => Promise<string> = async () => `answer ${asked}`
  const failures: unknown[] = []
  const options = {
    freshMs: 1_000,
    staleMs: 10_000,
    holdOffMs: 500,
    patienceMs: 20,
    deadlineMs: 40,
    late: () => new DomainError('failed', 'late'),
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
})

describe('a host that never answers', () => {
  const hangs = () => new Promise<string>(() => {})

  it('leaves the last answer, marked, to everybody who asks', async () => {
    const { question, wait, answerWith, asked } = setUp()
    await question.ask()
    wait(2_000)
    answerWith(hangs)
    const answers = await Promise.all([question.ask(), question.ask()])
    expect([...answers, await question.ask()]).toEqual(
      Array.from({ length: 3 }, () => ({ value: 'answer 1', staleSeconds: 2 })),
    )
    expect(asked()).toBe(2)
  })

  it('is given up when there is no last answer, or it is too old', async () => {
    const { question, answerWith } = setUp()
    answerWith(hangs)
    await expect(question.ask()).rejects.toThrow('late')
    const old = setUp()
    await old.question.ask()
    old.wait(10_001)
    old.answerWith(hangs)
    await expect(old.question.ask()).rejects.toThrow('late')
  })

  it('may answer late: then the answer counts', async () => {
    const { question, answerWith } = setUp()
    const answer = Promise.withResolvers<string>()
    answerWith(() => answer.promise)
    await expect(question.ask()).rejects.toThrow('late')
    answer.resolve('at last')
    await answer.promise
    expect(await question.ask()).toEqual({ value: 'at last' })
  })
})

describe('createQuestions', () => {
  it('keeps few under way at once, and says so to one more', async () => {
    const { options } = setUp()
    const release = Promise.withResolvers<string>()
    const ask = createQuestions(
      (about: string) => about,
      () => release.promise,
      {
        ...options,
        deadlineMs: 60_000,
        max: 10,
        maxFlights: 2,
        busy: () => new DomainError('unavailable', 'busy', { retryAfter: 1 }),
      },
    )
    const flying = [ask('a'), ask('b'), ask('a')]
    await expect(ask('c')).rejects.toMatchObject({ code: 'unavailable' })
    release.resolve('x')
    expect(await Promise.all(flying)).toHaveLength(3)
    expect(await ask('d')).toEqual({ value: 'x' })
  })

  it('keeps keys apart and forgets the one that was not asked for longest', async () => {
    const { options } = setUp()
    const asked: string[] = []
    const ask = createQuestions(
      (about: string) => about,
      async (about) => asked.push(about),
      { ...options, max: 2, maxFlights: 9, busy: options.late },
    )
    for (const about of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(about)
    expect(asked).toEqual(['a', 'b', 'c', 'b'])
  })
})
