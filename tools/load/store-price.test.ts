import { describe, expect, it } from '@jest/globals'
import { askedSince, priceOf, questionsIn, questionsOfReads } from './store-price.ts'

describe('priceOf', () => {
  it('takes more for a put or a list than for a get', () => {
    expect(priceOf({ gets: 1e6, puts: 0, lists: 0 })).toBeCloseTo(0.4)
    expect(priceOf({ gets: 0, puts: 1e6, lists: 2e6 })).toBeCloseTo(15)
  })
})

describe('questionsIn', () => {
  it('sums up by kind, and leaves out what is free', () => {
    const asked = new Map([
      ['GET messages.json', 3],
      ['GET seats.json', 2],
      ['PUT messages.json', 4],
      ['LIST ', 1],
      ['DELETE history/x', 9],
    ])
    expect(questionsIn(asked)).toEqual({ gets: 5, puts: 4, lists: 1 })
  })
})

describe('askedSince', () => {
  it('tells what has come since, and nothing else', () => {
    const before = new Map([
      ['GET a', 2],
      ['GET b', 5],
    ])
    const now = new Map([...before, ['GET a', 3], ['PUT c', 1]] as const)
    expect(askedSince(before, now)).toEqual(
      new Map([
        ['GET a', 1],
        ['PUT c', 1],
      ]),
    )
  })
})

describe('questionsOfReads', () => {
  const reads = [0, 1_000, 2_000, 6_000, 6_500, 20_000]

  it('are all reads when every one has to be fresh', () => {
    expect(questionsOfReads(reads, { maxAgeMs: 0, processes: 2 })).toBe(6)
  })

  it('are fewer when an answer counts for a while', () => {
    expect(questionsOfReads(reads, { maxAgeMs: 5_000, processes: 1 })).toBe(3)
  })

  it('are asked by each process for itself', () => {
    expect(questionsOfReads([0, 1, 2, 3], { maxAgeMs: 5_000, processes: 2 })).toBe(2)
  })
})
