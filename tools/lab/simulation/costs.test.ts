import { describe, expect, it } from '@jest/globals'
import { requestsInRealTime, createCosts, pageOf } from './costs.ts'

describe('pageOf', () => {
  it('omits the query and names of projects', () => {
    expect(pageOf({ method: 'GET', path: '/api/json?datetime=2026' })).toBe('GET /api/json')
    expect(pageOf({ method: 'PUT', path: '/api/v1/projects/Project%201' })).toBe(
      'PUT /api/v1/projects/:name',
    )
    expect(pageOf({ method: 'GET', path: '/api/v1/projects' })).toBe('GET /api/v1/projects')
  })
})

describe('requestsInRealTime', () => {
  const alone = new Map([
    ['GET /api/csv', new Map([['GET projects', 1]])],
    ['GET /api/json', new Map([['GET repositories', 1]])],
    [
      'PUT /api/v1/projects/:name',
      new Map([
        ['GET projects', 1],
        ['PUT projects', 1],
        ['PUT history', 1],
      ]),
    ],
  ])

  it('counts the requests of each page without sharing for strictly fresh reads', () => {
    const pages = [0, 10, 20].map((at) => ({ page: 'GET /api/csv', at }))
    expect(requestsInRealTime(pages, alone, 0)).toEqual({ gets: 3, puts: 0, lists: 0 })
  })

  it('counts every edit but no reads within the maximum age', () => {
    const reads = [0, 10, 20, 30].map((at) => ({ page: 'GET /api/csv', at }))
    const edits = [1, 2].map((at) => ({ page: 'PUT /api/v1/projects/:name', at }))
    expect(requestsInRealTime([...reads, ...edits], alone, 5_000)).toEqual({
      gets: 2 + 2,
      puts: 4,
      lists: 0,
    })
  })

  it('counts documents separately', () => {
    const pages = ['GET /api/csv', 'GET /api/json'].map((page) => ({ page, at: 0 }))
    expect(requestsInRealTime(pages, alone, 5_000).gets).toBe(2)
  })
})

describe('createCosts', () => {
  it('returns the requests of the replay and those of the same pages alone', () => {
    const counts = new Map([['GET seats', 7]])
    const costs = createCosts(() => counts)
    counts.set('GET banners', 1)
    costs.alone('GET /api/banners')
    costs.begin()
    counts.set('GET banners', 2)
    for (const at of [0, 1, 2]) costs.happened('GET /api/banners', at)
    expect(costs.costs(1).replayed.gets).toBe(1)
    expect(costs.costs(1).fresh.gets).toBe(3)
    expect(costs.costs(0.1).fresh.gets).toBe(30)
  })
})
