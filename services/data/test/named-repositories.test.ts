import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { dataService, REPOSITORIES } from './data-service.ts'

const { app } = await dataService({ repositories: REPOSITORIES })

describe('GET /api/repository/project/json', () => {
  const path = '/api/repository/project/json'

  // spec: 4.2-r4a 4.2-r4c 4.2-r4d 4.2-r4f 2.4-r3e
  it('aggregates the statistics of all requested repositories', async () => {
    const { status, body } = await request(app).get(
      `${path}?repositories=old-charts, HARBOUR-API,tide-tables`,
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      repositories: REPOSITORIES.repositories.slice(0, 3),
      stats: {
        total_repos: 3,
        total_private_repos: 1,
        total_public_repos: 1,
        total_internal_repos: 1,
      },
      language_statistics: {
        TypeScript: { repo_count: 2, average_percentage: 85, total_size: 71_000 },
        Shell: { repo_count: 1, average_percentage: 30, total_size: 30_000 },
      },
      metadata: {
        last_updated: '2026-05-31T00:00:00Z',
        requested_repos: ['old-charts', 'harbour-api', 'tide-tables'],
        found_repos: ['Harbour-API', 'tide-tables', 'old-charts'],
        filter_date: null,
      },
    })
  })

  // spec: 4.2-r4a
  it('returns one repository and its statistics for a single name', async () => {
    const { status, body } = await request(app).get(`${path}?repositories=tide-tables`)
    expect(status).toBe(200)
    expect(body.repositories).toEqual([REPOSITORIES.repositories[1]])
    expect(body.stats).toEqual({
      total_repos: 1,
      total_private_repos: 1,
      total_public_repos: 0,
      total_internal_repos: 0,
    })
    expect(body.language_statistics).toEqual({
      TypeScript: { repo_count: 1, average_percentage: 100, total_size: 1_000 },
    })
    expect(body.metadata.requested_repos).toEqual(['tide-tables'])
  })

  // spec, otherwise: 4.2-r4d
  it('does not count repositories that were not requested', async () => {
    const { body } = await request(app).get(`${path}?repositories=harbour-api,never-pushed`)
    expect(body.repositories.map(({ name }: { name: string }) => name)).toEqual([
      'Harbour-API',
      'never-pushed',
    ])
    // The repositories left out have TypeScript and are private or internal.
    expect(body.stats).toEqual({
      total_repos: 2,
      total_private_repos: 1,
      total_public_repos: 1,
      total_internal_repos: 0,
    })
    expect(body.language_statistics).toEqual({
      TypeScript: { repo_count: 1, average_percentage: 70, total_size: 70_000 },
      Shell: { repo_count: 1, average_percentage: 30, total_size: 30_000 },
    })
  })

  // spec: 4.2-r4f 2.4-r3e
  // spec, otherwise: 4.2-r4c
  it('lists an unknown name as requested but not as found', async () => {
    const mixed = await request(app).get(`${path}?repositories=NOWHERE,tide-tables`)
    expect(mixed.status).toBe(200)
    expect(mixed.body.metadata).toMatchObject({
      requested_repos: ['nowhere', 'tide-tables'],
      found_repos: ['tide-tables'],
    })
    expect(mixed.body.repositories).toEqual([REPOSITORIES.repositories[1]])
    expect(mixed.body.stats.total_repos).toBe(1)
    // Part of a name is not the name.
    const unknown = await request(app).get(`${path}?repositories=nowhere,tide,harbour`)
    expect(unknown.status).toBe(200)
    expect(unknown.body).toMatchObject({
      repositories: [],
      stats: { total_repos: 0, total_private_repos: 0, total_public_repos: 0 },
      language_statistics: {},
      metadata: { requested_repos: ['nowhere', 'tide', 'harbour'], found_repos: [] },
    })
  })

  // spec: 4.2-r4e
  it('takes language statistics only from repositories that have languages', async () => {
    const [harbour] = REPOSITORIES.repositories
    const without = [{}, null, { languages: null }, { languages: [] }].map((technologies, i) => ({
      name: `plain-${i}`,
      visibility: 'PUBLIC',
      technologies,
    }))
    const bare = { name: 'bare', visibility: 'PUBLIC' }
    const repositories = [...without, bare, harbour]
    const service = await dataService({ repositories: { repositories } })
    const plain = 'plain-0,plain-1,plain-2,plain-3,bare'
    const none = await request(service.app).get(`${path}?repositories=${plain}`)
    expect(none.status).toBe(200)
    expect(none.body.stats.total_repos).toBe(5)
    expect(none.body.language_statistics).toEqual({})
    const some = await request(service.app).get(`${path}?repositories=${plain},harbour-api`)
    expect(some.body.stats.total_repos).toBe(6)
    expect(some.body.language_statistics).toEqual({
      TypeScript: { repo_count: 1, average_percentage: 70, total_size: 70_000 },
      Shell: { repo_count: 1, average_percentage: 30, total_size: 30_000 },
    })
  })

  const ALL = 'repositories=harbour-api,tide-tables,old-charts,never-pushed'
  const found = async (query: string) => {
    const { status, body } = await request(app).get(`${path}?${ALL}&${query}`)
    expect(status).toBe(200)
    const names = body.repositories.map(({ name }: { name: string }) => name)
    expect(body.metadata.found_repos).toEqual(names)
    expect(body.stats.total_repos).toBe(names.length)
    return { names, languages: Object.keys(body.language_statistics), ...body.metadata }
  }

  // spec: 4.2-r4b
  // spec, otherwise: 4.2-r4e
  it.each([
    ['archived=true', ['old-charts'], [], null],
    [
      'archived=false',
      ['Harbour-API', 'tide-tables', 'never-pushed'],
      ['TypeScript', 'Shell'],
      null,
    ],
    ['datetime=2024-01-01', ['Harbour-API', 'tide-tables'], ['TypeScript', 'Shell'], '2024-01-01'],
    ['datetime=2020-01-01&archived=true', ['old-charts'], [], '2020-01-01'],
    ['datetime=2021-01-01&archived=true', [], [], '2021-01-01'],
  ])(
    'filters named repositories by ?%s: %j, and counts only their languages',
    async (...expected) => {
      const [query, names, languages, filter_date] = expected
      expect(await found(query)).toMatchObject({ names, languages, filter_date })
    },
  )

  // spec, otherwise: 4.2-r4b
  it.each(['', 'archived=TRUE', 'archived=maybe', 'datetime=not-a-date', 'datetime=2024-02-30'])(
    'ignores the invalid filter ?%s',
    async (query) => {
      expect(await found(query)).toMatchObject({
        names: ['Harbour-API', 'tide-tables', 'old-charts', 'never-pushed'],
        filter_date: null,
      })
    },
  )

  it('returns filter_archived only if sent, valid or not', async () => {
    const without = await request(app).get(`${path}?repositories=old-charts`)
    expect(without.body.metadata).not.toHaveProperty('filter_archived')
    const without2 = await request(app).get(`${path}?repositories=old-charts&archived=maybe`)
    expect(without2.body.metadata).toMatchObject({
      filter_archived: 'maybe',
      found_repos: ['old-charts'],
    })
  })

  // spec, otherwise: 4.2-r4f 2.4-r3e
  it('joins a repeated parameter and drops duplicates', async () => {
    const { body } = await request(app).get(
      `${path}?repositories=tide-tables,,harbour-api&repositories=TIDE-tables`,
    )
    expect(body.metadata.requested_repos).toEqual(['tide-tables', 'harbour-api'])
    expect(body.metadata.found_repos).toEqual(['Harbour-API', 'tide-tables'])
  })

  // spec, otherwise: 4.2-r4d
  it('does not find an existing repository that a filter removed', async () => {
    const { body } = await request(app).get(`${path}?repositories=old-charts&datetime=2024`)
    expect(body.metadata).toMatchObject({ found_repos: [], filter_date: '2024' })
    expect(body.repositories).toEqual([])
  })

  // spec: 4.2-r4g
  // spec, otherwise: 4.2-r4a 4.2-r4c
  it.each(['', '?repositories=', '?repositories=,%20,', '?repositories=&repositories='])(
    'rejects "%s"',
    async (query) => {
      const { status, body } = await request(app).get(path + query)
      expect(status).toBe(400)
      expect(body.error).toBe('No repositories specified')
      expect(body.errors).toEqual([{ pointer: '/repositories', detail: 'names no repository' }])
    },
  )
})
