import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { as, assistantService } from './assistant-service.ts'
import { gitHubFor, startHost, type RunningHost } from './host.ts'

let host: RunningHost
beforeAll(async () => {
  host = await startHost({ seatCount: 62 })
})
afterAll(() => host.close())

const day = (date: string, members: object = {}, active = 6) => ({
  date,
  total_active_users: active,
  copilot_ide_chat: {},
  copilot_ide_code_completions: {},
  activity: {
    people: 7,
    members: 8,
    surfaces: { chat: 3, cli: 1 },
    interactions: 10,
    lines_added: 20,
    credits: 0.1,
    people_with_credits: 7,
    ...members,
  },
})
const SLUG = 'harbour-systems'
const DAYS: object[] = [
  day('2026-11-01'),
  day(
    '2026-11-02',
    { people: 8, people_with_credits: 8, surfaces: { chat: 2, cli: 2 }, credits: 0.2 },
    7,
  ),
  day('2026-11-03', { members: 4, interactions: 99 }),
]

async function usageOf(
  slug: string,
  { query = '', data = DAYS, user = '' } = {},
): Promise<request.Response> {
  const { app } = await assistantService(
    {
      teamsHistory: [{ team: { slug: SLUG, name: SLUG, description: '', url: '' }, data }],
      adminTeams: ['platform-engineering'],
    },
    { source: gitHubFor(host).source },
  )
  const get = request(app).get(`/assistant/api/teams/${slug}/usage${query}`)
  if (user === 'nobody') return get
  if (user === '') return get.set(await as('admin'))
  const token = host.tokenOf(user as 'ordinary')
  return get.set(await as('guest')).set('cookie', `githubUserToken=${token}`)
}

describe('GET /assistant/api/teams/{slug}/usage', () => {
  it('sums the days of the span and returns the maximum of active people', async () => {
    const { status, body } = await usageOf(SLUG)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      team: SLUG,
      withheld: false,
      days: 2,
      withheld_days: 0,
      members: 8,
      active_users: null,
      max_daily_users: 7,
      max_daily_users_by_surface: { chat: 3, cli: 2, app: null },
      interactions: 20,
      lines_added: 40,
      credits: 0.3,
      credits_complete: true,
    })
    expect(body.note).toContain("exceed the organisation's")
  })

  it('includes the first and the last day', async () => {
    const query = '?from=2026-11-02&to=2026-11-02'
    expect((await usageOf(SLUG, { query })).body).toMatchObject({ days: 1, credits: 0.2 })
    for (const from of ['yesterday', '2026-02-31']) {
      expect((await usageOf(SLUG, { query: `?from=${from}` })).status).toBe(400)
    }
  })

  it('returns null for numbers that one day does not contain', async () => {
    const partly = day('2026-11-04', { lines_added: undefined, credits: 1, people_with_credits: 1 })
    const { body } = await usageOf(SLUG, { data: [...DAYS, partly] })
    expect(body).toMatchObject({
      days: 3,
      lines_added: null,
      credits: 1.3,
      credits_complete: false,
    })
    const { body: unknown } = await usageOf(SLUG, { data: [{ ...DAYS[0], activity: undefined }] })
    expect(unknown).toMatchObject({ withheld: false, days: 0, interactions: null, credits: null })
  })

  it.each([
    ['with its usage', day('2026-11-04', { interactions: 5 }, 1)],
    ['without its usage', { date: '2026-11-04', withheld: true }],
  ])('leaves out a day with few active members, %s', async (_name, few) => {
    const { body } = await usageOf(SLUG, { data: [...DAYS, few] })
    expect(body).toMatchObject({ withheld: false, days: 2, withheld_days: 1, interactions: 20 })
    expect(body.note).toContain('Sums leave out 1 day with fewer than 5 active members')
    const only = await usageOf(SLUG, { data: [few], query: '?from=2026-11-04&to=2026-11-04' })
    expect(only.body).toMatchObject({
      withheld: true,
      reason: 'Fewer than 5 members were active on each day',
      days: 0,
      withheld_days: 1,
      members: null,
      interactions: null,
      max_daily_users_by_surface: { chat: null },
    })
  })

  it('withholds the usage of a team with fewer than five members', async () => {
    const { status, body } = await usageOf('lighthouse')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      withheld: true,
      reason: 'The team has fewer than 5 members',
      days: 0,
      members: null,
      max_daily_users: null,
      interactions: null,
    })
  })

  it('returns 404 for an unknown team', async () => {
    expect((await usageOf('unknown')).status).toBe(404)
  })

  it('admits members of the team and assistant admins only', async () => {
    const own = host.organisation.users.find(({ login }) => login === 'maren-holt-acme')!.teams[0]!
    expect((await usageOf(own, { user: 'ordinary' })).status).toBe(200)
    expect((await usageOf('data-platform', { user: 'ordinary' })).status).toBe(403)
    expect((await usageOf('data-platform', { user: 'admin' })).status).toBe(200)
    expect((await usageOf(SLUG, { user: 'nobody' })).status).toBe(401)
  })
})
