import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import request from 'supertest'
import { createUnconfiguredSource } from '../src/host/fallback-sources.ts'
import { as, assistantService } from './assistant-service.ts'

const day = (date: string) => ({
  date,
  total_active_users: 5,
  copilot_ide_chat: {},
  copilot_ide_code_completions: {},
})
const days = Array.from({ length: 40 }, (_, i) =>
  day(new Date(Date.UTC(2026, 5, 1 + i)).toISOString().slice(0, 10)),
)
const team = (slug: string, description: string | null = '') => ({
  slug,
  name: slug.toUpperCase(),
  description,
  url: `https://scm.example/orgs/acme/teams/${slug}`,
})
const teams = [team('frontend', null), team('data'), team('platform')]
const seat = (id: number) => ({
  created_at: '2026-01-05T09:00:00Z',
  last_activity_at: null,
  assignee: { id, login: `user-${id}` },
})
const seats = [seat(1), seat(2), seat(3), { ...seat(4), assignee: null }]
const stored = {
  organisationHistory: days,
  teamsHistory: teams.map((t) => ({ team: t, data: [day('2026-06-01')] })),
  teams,
  adminTeams: ['platform'],
  seats,
}
const { app } = await assistantService(stored)
const bare = await assistantService()
const cookie = { cookie: 'githubUserToken=any' }

const asAdmin = await as('admin')
const asGuest = await as('guest')
const get = (path: string, headers: Record<string, string> = {}, of = app) =>
  request(of).get(`/assistant/api${path}`).set(headers)

describe('GET /assistant/api/org/live', () => {
  // spec: 1-s9a
  it('returns the last 28 stored days without a host', async () => {
    const response = await get('/org/live', asGuest)
    expect(response.status).toBe(200)
    expect(response.body).toEqual(days.slice(-28))
  })

  // spec, otherwise: 4.5-r1
  it('returns 401 to an anonymous caller', async () => {
    expect((await get('/org/live')).status).toBe(401)
  })

  it('returns 503 with the missing settings without configuration', async () => {
    const { app } = await assistantService(stored, {
      source: createUnconfiguredSource(['SCM_ORG', 'SCM_APP_ID']),
    })
    const response = await get('/org/live', asGuest, app)
    expect(response.status).toBe(503)
    expect(response.body.error).toBe('Not configured: SCM_ORG, SCM_APP_ID')
  })
})

describe('GET /assistant/api/org/historic', () => {
  // spec: 4.5-r2 1-s9b
  it('returns the stored document, and 304 when unchanged', async () => {
    const response = await get('/org/historic', asGuest)
    expect(response.status).toBe(200)
    expect(response.body).toEqual(days)
    const again = await get('/org/historic', {
      ...asGuest,
      'if-none-match': response.headers['etag']!,
    })
    expect(again.status).toBe(304)
  })

  it('compresses large responses with the same ETag', async () => {
    const read = (encoding: string, more = {}) =>
      get('/org/historic', { ...asGuest, 'accept-encoding': encoding, ...more })
    const [compressed, plain] = [await read('gzip'), await read('identity')]
    expect(compressed.headers['content-encoding']).toBe('gzip')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(compressed.body).toEqual(plain.body)
    expect(compressed.headers['etag']).toBe(plain.headers['etag'])
    expect(Number(compressed.headers['content-length'])).toBeLessThan(
      Number(plain.headers['content-length']) / 2,
    )
    const untransformed = await read('gzip', { 'cache-control': 'no-transform' })
    expect(untransformed.headers['content-encoding']).toBeUndefined()
  })

  // spec, otherwise: 4.5-r2
  it('returns 404 with a fixed message without a history', async () => {
    const response = await get('/org/historic', asGuest, bare.app)
    expect(response.status).toBe(404)
    expect(response.body.error).toBe('This document is not stored yet')
  })
})

describe('GET /assistant/api/teams/historic', () => {
  // spec: 4.5-r3 1-s9c
  it('returns all teams to an admin without a cookie', async () => {
    const response = await get('/teams/historic', asAdmin)
    expect(response.status).toBe(200)
    expect(response.body).toEqual(stored.teamsHistory)
  })

  it('leaves out days with few active members, for admins and members', async () => {
    const derived = (date: string, total_active_users: number) => ({
      ...day(date),
      total_active_users,
      activity: { people: 9, members: 9, surfaces: {}, people_with_credits: 0 },
    })
    const ofFive = derived('2026-06-03', 5)
    const data = [day('2026-06-01'), derived('2026-06-02', 1), ofFive]
    const service = await assistantService({
      ...stored,
      teamsHistory: [
        { team: team('data'), data },
        { team: team('platform'), data: [{ date: '2026-06-02', withheld: true }] },
      ],
    })
    const shown = [{ team: team('data'), data: [day('2026-06-01'), ofFive] }]
    expect((await get('/teams/historic', asAdmin, service.app)).body).toEqual(shown)
    const asMember = { ...asGuest, ...cookie }
    expect((await get('/teams/historic', asMember, service.app)).body).toEqual(shown)
  })

  // spec: 7-s1
  // spec, otherwise: 4.5-r3
  it('returns a 401 problem with the legacy member to callers without a token', async () => {
    for (const headers of [{}, asGuest]) {
      const response = await get('/teams/historic', headers)
      expect(response.status).toBe(401)
      expect(response.headers['content-type']).toContain('application/problem+json')
      const message = 'No user token found'
      expect(response.body).toMatchObject({
        status: 401,
        error: message,
        detail: message,
        response: message,
      })
    }
  })

  it.each([
    ['administrators', asAdmin],
    ['other callers', asGuest],
  ])('returns existing clients of %s the 401 body, and 500 for a rejected token', async (...of) => {
    const rejected = new DomainError('unauthenticated', 'Invalid scm user token')
    const { app } = await assistantService(stored, {
      existingClients: true,
      source: { ...createUnconfiguredSource([]), userTeams: () => Promise.reject(rejected) },
    })
    const without = await get('/teams/historic', of[1], app)
    expect([without.status, without.body]).toEqual([401, { response: 'No user token found' }])
    const withToken = await get('/teams/historic', { ...of[1], ...cookie }, app)
    expect([withToken.status, withToken.body.error]).toEqual([
      500,
      'Unable to load historic team data. Please try again later.',
    ])
  })

  it('returns the own teams of the user with a cookie', async () => {
    const response = await get('/teams/historic', cookie)
    expect(response.status).toBe(200)
    expect(response.body.map((t: { team: { slug: string } }) => t.team.slug)).toEqual([
      'frontend',
      'data',
    ])
  })

  it('returns all teams to an assistant admin', async () => {
    const { app } = await assistantService({ ...stored, adminTeams: ['data'] })
    expect((await get('/teams/historic', cookie, app)).body).toHaveLength(3)
  })
})

describe('GET /assistant/api/seats', () => {
  // spec: 4.5-r4 1-s9d
  it('returns all seats to an admin', async () => {
    const response = await get('/seats', asAdmin)
    expect(response.status).toBe(200)
    expect(response.body).toEqual(seats)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('returns all seats to an assistant admin', async () => {
    const { app } = await assistantService({ ...stored, adminTeams: ['data'] })
    expect((await get('/seats', cookie, app)).body).toEqual(seats)
  })

  // spec, otherwise: 4.5-r4
  it.each([
    ['an anonymous caller', {}, 401],
    ['a user without the group', asGuest, 403],
    ['a user without an admin team', cookie, 403],
  ])('is forbidden for %s', async (_caller, headers, status) => {
    expect((await get('/seats', headers)).status).toBe(status)
  })
})

describe.each(['/teams', '/admin/status'])('GET /assistant/api%s', (path) => {
  // spec: 4.5-r5
  it('returns own teams with strings instead of null', async () => {
    const response = await get(path, { ...asGuest, ...cookie })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      teams: [{ ...teams[0], description: '' }, teams[1]],
      isAdmin: false,
      userTeamSlugs: ['frontend', 'data'],
    })
  })

  // spec, otherwise: 4.5-r5
  it('returns 401 with the legacy message without a cookie', async () => {
    const response = await get(path, asGuest)
    expect(response.status).toBe(401)
    expect(response.body.error).toBe('Missing GitHub user token')
  })

  it('returns an assistant admin the teams with history, else all teams', async () => {
    const known = async (documents: object) => {
      const { app } = await assistantService({ ...stored, adminTeams: ['data'], ...documents })
      const { body } = await get(path, { ...asGuest, ...cookie }, app)
      expect(body.isAdmin).toBe(true)
      expect(body.userTeamSlugs).toEqual(['frontend', 'data'])
      return body.teams.map(({ slug }: { slug: string }) => slug)
    }
    expect(await known({ teamsHistory: [{ team: team('old'), data: [] }] })).toEqual(['old'])
    expect(await known({ teamsHistory: [] })).toEqual(['frontend', 'data', 'platform'])
  })
})

describe('GET /assistant/api/team/seats', () => {
  const of = (query: string, headers = {}) => get(`/team/seats${query}`, { ...asGuest, ...headers })

  // spec: 4.5-r6
  it('returns the seats of the members', async () => {
    const response = await of('?teamSlug=frontend', cookie)
    expect(response.status).toBe(200)
    expect(response.body).toEqual([seats[0]])
  })

  // spec, otherwise: 4.5-r6
  it.each([
    ['no slug', '', {}, 400, 'Missing team slug'],
    ['an empty slug', '?teamSlug=', {}, 400, 'Missing team slug'],
    ['two slugs', '?teamSlug=a&teamSlug=b', {}, 400, 'teamSlug is duplicated'],
    ['a slug that is too long', `?teamSlug=${'a'.repeat(256)}`, {}, 400, 'teamSlug is too long'],
    ['no cookie', '?teamSlug=frontend', {}, 401, 'Authentication required'],
    [
      "another's team",
      '?teamSlug=platform',
      cookie,
      403,
      'User is not a member of the team: platform',
    ],
  ])('rejects %s', async (_what, query, headers, status, error) => {
    const response = await of(query, headers)
    expect(response.status).toBe(status)
    expect(response.body.error).toBe(error)
  })

  it('returns 404 to an assistant admin for an unknown team', async () => {
    const { app } = await assistantService({ ...stored, adminTeams: ['data'] })
    const response = await get('/team/seats?teamSlug=..%2F..', { ...asGuest, ...cookie }, app)
    expect(response.status).toBe(404)
    expect(response.body.error).toBe('Team not found')
  })
})

describe('GET /assistant/api/auth/status', () => {
  it('returns the exact legacy bodies with and without a token', async () => {
    const without = await get('/auth/status')
    expect([without.status, without.body]).toEqual([200, { response: 'No user token found' }])
    const alias = await get('/auth/status', { cookie: 'scmUserToken=any' })
    expect([alias.status, alias.body]).toEqual([200, { authenticated: true }])
  })
})

describe('GET /assistant/api/org/seats', () => {
  it('returns numbers and no names to every signed-in caller', async () => {
    const { status, headers, body } = await get('/org/seats', asGuest)
    expect([status, headers['cache-control'], body]).toEqual([
      200,
      'no-store',
      { seats: 4, used: 0, newest_day: '2026-07-10' },
    ])
  })

  it('returns 401 to an anonymous caller', async () => {
    expect((await get('/org/seats')).status).toBe(401)
  })
})

describe('GET /assistant/api/org/svg', () => {
  it('returns the chart as a private picture', async () => {
    const { status, headers, body } = await get('/org/svg', asGuest).responseType('blob')
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-site',
    })
    expect(String(body)).toContain('active people: 5 on the first day, 5 on the last day')
  })

  it('returns 401 to an anonymous caller', async () => {
    expect((await get('/org/svg')).status).toBe(401)
  })

  it('returns a picture for an empty history', async () => {
    const { status, body } = await get('/org/svg', asGuest, bare.app).responseType('blob')
    expect(status).toBe(200)
    expect(String(body)).toContain('No usage is stored yet.')
  })
})
