import { describe, expect, it } from '@jest/globals'
import { requestsSince, priceOf, countRequests, countFreshnessChecks } from './store-price.ts'

describe('priceOf', () => {
  it('is higher for PUT and LIST than for GET', () => {
    expect(priceOf({ gets: 1e6, puts: 0, lists: 0 })).toBeCloseTo(0.4)
    expect(priceOf({ gets: 0, puts: 1e6, lists: 2e6 })).toBeCloseTo(15)
  })
})

describe('countRequests', () => {
  it('adds requests by kind and omits free ones', () => {
    const requests = new Map([
      ['GET messages.json', 3],
      ['GET seats.json', 2],
      ['PUT messages.json', 4],
      ['LIST ', 1],
      ['DELETE history/x', 9],
    ])
    expect(countRequests(requests)).toEqual({ gets: 5, puts: 4, lists: 1 })
  })
})

describe('requestsSince', () => {
  it('returns only requests since the earlier count', () => {
    const before = new Map([
      ['GET a', 2],
      ['GET b', 5],
    ])
    const now = new Map([...before, ['GET a', 3], ['PUT c', 1]] as const)
    expect(requestsSince(before, now)).toEqual(
      new Map([
        ['GET a', 1],
        ['PUT c', 1],
      ]),
    )
  })
})

describe('countFreshnessChecks', () => {
  const reads = [0, 1_000, 2_000, 6_000, 6_500, 20_000]

  it('counts every read with a maximum age of 0', () => {
    expect(countFreshnessChecks(reads, { maxAgeMs: 0, processes: 2 })).toBe(6)
  })

  it('counts fewer reads with a positive maximum age', () => {
    expect(countFreshnessChecks(reads, { maxAgeMs: 5_000, processes: 1 })).toBe(3)
  })

  it('counts reads of each process separately', () => {
    expect(countFreshnessChecks([0, 1, 2, 3], { maxAgeMs: 5_000, processes: 2 })).toBe(2)
  })
})
