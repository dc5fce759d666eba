import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { PersonDay } from '@landscape/contracts/monthly-documents'
import request from 'supertest'
import type { UsageSource } from '../src/host/port.ts'
import { as, assistantService, type Options } from './assistant-service.ts'
import { refusedSeats } from './refused-seats.ts'

const now = () => Date.parse('2026-11-18T10:00:00Z')
const person = (day: string, user_id: number, credits: number): PersonDay => ({
  day,
  user_id,
  surfaces: ['chat'],
  interactions: 2,
  acceptances: 1,
  lines_added: 5,
  credits,
  team_ids: [11],
})
const DAYS = [
  person('2026-08-19', 1, 100),
  person('2026-10-31', 1, 0.1),
  person('2026-11-01', 1, 0.2),
  person('2026-11-02', 2, 5),
]
const STORED = {
  seats: [{ created_at: '2026-01-01T00:00:00Z', assignee: { id: 1, login: 'kim' } }],
  teamsHistory: [{ team: { slug: 'harbour-systems', id: 11 }, data: [] }],
  organisationHistory: [
    { day: '2026-10-31', user_initiated_interaction_count: 2 },
    { day: '2026-11-01', user_initiated_interaction_count: 9 },
    { day: '2026-11-02', user_initiated_interaction_count: 2 },
  ],
  spend: [
    { month: '2026-10', is_final: true, items: [{ grossQuantity: 0.9, pricePerUnit: 0.01 }] },
    { month: '2026-11', is_final: false, items: [{ grossQuantity: 6, pricePerUnit: 0.01 }] },
  ].map((bill) => ({ ...bill, asked_at: '2026-11-18T04:00:00.000Z' })),
}

async function get(
  query = '',
  { groups = ['admin'], ...options }: Options & { groups?: ('admin' | 'guest')[] } = {},
) {
  const kept = { userRetentionDays: 90, now, ...options }
  const { app, documents } = await assistantService(STORED, kept)
  for (const [month, own] of Map.groupBy(DAYS, ({ day }) => day.slice(0, 7))) {
    const by = { actor: 'test', action: 'add' }
    await documents.userUsage.of(month).change(() => ({ next: own, result: undefined }), { by })
  }
  return request(app)
    .get(`/assistant/api/users${query}`)
    .set(await as(...groups))
}

describe('GET /assistant/api/users', () => {
  it('returns users, estimated amounts and the surplus of the organisation', async () => {
    const { status, body } = await get('?from=2026-11-01&to=2026-11-30')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      currency: 'USD',
      price_per_unit: 0.01,
      days: 2,
      unattributed: { interactions: 7, acceptances: null, lines_added: null, credits: null },
      logins_not_available: null,
    })
    expect(body.users).toMatchObject([
      { user_id: 2, login: null, seat: false, credits: 5, estimated_amount: 0.05 },
      { user_id: 1, login: 'kim', seat: true, credits: 0.2, last_day: '2026-11-01' },
    ])
    expect(body.users[0].teams).toEqual([{ id: 11, slug: 'harbour-systems' }])
  })

  it('compares credits with final bills of complete months, also without to', async () => {
    expect((await get('?from=2026-10-01')).body.unattributed.credits).toBe(0.8)
  })

  it('returns no day that is too old, although it is still stored', async () => {
    const { body } = await get()
    expect(body.days).toBe(3)
    expect(body.users[1]).toMatchObject({ user_id: 1, credits: 0.3, days_active: 2 })
    expect((await get('?to=2026-08-31')).body.users).toEqual([])
  })

  it('returns the users as CSV and NDJSON', async () => {
    const { text } = await get('?from=2026-11-02&format=csv')
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'user_id,login,seat,teams.slug,days_active,last_day,interactions,acceptances,lines_added,' +
        'credits,credits_complete,estimated_amount,surfaces,phase',
      '2,,false,harbour-systems,1,2026-11-02,2,1,5,5,true,0.05,chat,',
    ])
    expect((await get('?format=ndjson')).text.trim().split('\n')).toHaveLength(2)
  })

  it('returns users without logins when the seats cannot be loaded', async () => {
    const source = {
      seats: async () => {
        throw new DomainError('not-implemented', 'No seats here')
      },
    } as unknown as UsageSource
    const { status, body } = await get('', { source })
    expect(status).toBe(200)
    expect(body.logins_not_available).toBe('No seats here')
    expect(body.users[0]).toMatchObject({ user_id: 2, login: null, seat: null })
  })

  it.each([403, 404])('names the permission when the host returns %i for seats', async (status) => {
    const { body } = await get('', { source: refusedSeats(status) })
    expect(body.logins_not_available).toContain('"Copilot seat management" (read)')
    expect(body.users[0]).toMatchObject({ login: null, seat: null })
  })

  it('returns 404 while KEEP_USERS is off, although days are stored', async () => {
    const { status, body } = await get('', { userRetentionDays: undefined })
    expect(status).toBe(404)
    expect(body.error).toBe('Usage of individual users is not stored: KEEP_USERS is off')
  })

  it('rejects impossible dates and reversed spans', async () => {
    for (const query of ['?from=2026-02-31', '?to=2026-02-31', '?from=2026-11-02&to=2026-11-01']) {
      expect([query, (await get(query)).status]).toEqual([query, 400])
    }
    expect((await get('?from=2026-11-02&to=2026-11-02')).status).toBe(200)
  })

  it('rejects ordinary users and malformed days', async () => {
    expect((await get('', { groups: ['guest'] })).status).toBe(403)
    expect((await get('', { groups: ['guest'], userRetentionDays: undefined })).status).toBe(403)
    expect((await get('?from=2026-13')).body).toMatchObject({ error: 'Invalid from' })
  })
})
