import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { dataService, NOW, REPOSITORIES } from './data-service.ts'

const { app } = await dataService({ repositories: REPOSITORIES })

describe('GET /api/json', () => {
  // spec: 4.2-r2a 2.4-r3a 2.4-r3b 2.4-r3c 2.4-r3f
  // spec, otherwise: 4.2-r2e
  it('returns statistics, languages and metadata of all repositories', async () => {
    const { status, body } = await request(app).get('/api/json')
    expect(status).toBe(200)
    expect(body).toEqual({
      stats: {
        total_repos: 4,
        total_private_repos: 2,
        total_public_repos: 1,
        total_internal_repos: 1,
      },
      language_statistics: {
        TypeScript: { repo_count: 2, average_percentage: 85, total_size: 71_000 },
        Shell: { repo_count: 1, average_percentage: 30, total_size: 30_000 },
      },
      metadata: { last_updated: '2026-05-31T00:00:00Z', filter_date: null },
    })
  })

  async function expectFiltered(query: string, total: number, date: string | null): Promise<void> {
    const { status, body } = await request(app).get(`/api/json?${query}`)
    expect(status).toBe(200)
    expect(body.stats.total_repos).toBe(total)
    expect(body.metadata).toEqual({ last_updated: '2026-05-31T00:00:00Z', filter_date: date })
  }

  // spec: 4.2-r2b 4.2-r2c 2.4-r3d own.statistics.last-updated
  // spec, otherwise: 4.2-r2d 2.4-r3a
  it.each([
    ['datetime=2024-01-01T00:00:00.000000', 2, '2024-01-01T00:00:00.000000'],
    ['datetime=2025', 1, '2025'],
    ['datetime=2099-01-01', 0, '2099-01-01'],
    ['datetime=2025-01-01&datetime=1999', 1, '2025-01-01'],
  ])('applies the date filter ?%s: %d repositories, filter_date %s', expectFiltered)

  // spec: 4.2-r2d
  // spec, otherwise: 4.2-r2b 2.4-r3d
  it.each([
    ['datetime=not-a-date', 4, null],
    ['datetime=March+7', 4, null],
    ['datetime=2024-02-30', 4, null],
    ['datetime=1', 4, null],
    ['datetime=', 4, null],
  ])('ignores the invalid filter ?%s: %d repositories, filter_date %s', expectFiltered)

  // spec: 4.2-r2e 4.2-r2g
  it.each([
    ['archived=true', 1, null],
    ['archived=false', 3, null],
  ])('applies the archived filter ?%s: %d repositories', expectFiltered)

  // spec, otherwise: 4.2-r2e
  it.each([
    ['archived=TRUE', 4, null],
    ['archived=', 4, null],
    ['archived=maybe', 4, null],
    ['archived[]=true&x=__proto__', 4, null],
  ])('ignores the invalid filter ?%s: %d repositories', expectFiltered)

  // spec: 1-s5c 4.2-r2f
  it.each([
    ['archived=true&datetime=2020-01-01', 1, '2020-01-01'],
    ['archived=false&datetime=2020-01-01', 2, '2020-01-01'],
    ['archived=true&datetime=2021-01-01', 0, '2021-01-01'],
  ])('applies both filters of ?%s: %d repositories', expectFiltered)

  // spec, otherwise: 4.2-r2c 4.2-r2f
  it.each([
    ['archived=maybe&datetime=2025-01-01', 1, '2025-01-01'],
    ['archived=true&datetime=not-a-date', 1, null],
    ['archived=maybe&datetime=not-a-date', 4, null],
  ])('applies the valid filter of ?%s: %d repositories', expectFiltered)

  // spec, otherwise: 2.4-r3b
  it('counts repositories of unknown visibility only in the total', async () => {
    const unknown = ['public', 'Private', ' INTERNAL', 'SECRET', '', null, 7, ['PUBLIC'], undefined]
    const repositories = unknown.map((visibility, i) => ({ name: `repository-${i}`, visibility }))
    const service = await dataService({ repositories: { repositories } })
    const { body } = await request(service.app).get('/api/json')
    expect(body.stats).toEqual({
      total_repos: unknown.length,
      total_private_repos: 0,
      total_public_repos: 0,
      total_internal_repos: 0,
    })
  })

  // spec, otherwise: own.statistics.last-updated
  it.each([{}, { metadata: {} }, { metadata: { last_updated: 7 } }])(
    'returns null as last_updated without a stored date: %j',
    async (more) => {
      const undated = await dataService({ repositories: { repositories: [], ...more } })
      for (const path of ['/api/json', '/api/repository/project/json?repositories=a']) {
        const { body, headers } = await request(undated.app).get(path)
        expect(body.metadata.last_updated).toBeNull()
        const again = await request(undated.app).get(path).set('if-none-match', headers['etag']!)
        expect(again.status).toBe(304)
      }
    },
  )

  // spec, otherwise: 2.4-r3c
  it('accepts malformed repositories and a language named __proto__', async () => {
    const malformed = [
      null,
      7,
      { name: 'a', technologies: { languages: 'none' } },
      {
        name: 'b',
        visibility: 'public',
        technologies: { languages: [{ name: '__proto__', size: 'x', percentage: null }, null] },
      },
    ]
    const service = await dataService({ repositories: { repositories: malformed } })
    const { status, text } = await request(service.app).get('/api/json')
    expect(status).toBe(200)
    expect(text).toContain('"__proto__":{"repo_count":1,"average_percentage":0,"total_size":0}')
  })

  it('counts a commit dated in the future once that date has passed', async () => {
    let now = NOW
    const [first] = REPOSITORIES.repositories
    const service = await dataService(
      {
        repositories: {
          ...REPOSITORIES,
          repositories: [{ ...first, last_commit: '2026-06-02T00:00:00Z' }],
        },
      },
      { now: () => now },
    )
    const total = async () =>
      (await request(service.app).get('/api/json?datetime=2026-01-01')).body.stats.total_repos
    expect(await total()).toBe(0)
    now = Date.parse('2026-06-03T00:00:00Z')
    expect(await total()).toBe(1)
  })
})
