import { describe, expect, it } from '@jest/globals'
import { monthlyRef, type RepositoryDay } from '@landscape/contracts/monthly-documents'
import { replace } from '@landscape/store/objects/directory'
import request from 'supertest'
import { as, assistantService } from './assistant-service.ts'

const now = () => Date.parse('2026-11-18T10:00:00Z')
const row = (day: string, repo_id: number, total_created: number): RepositoryDay => ({
  day,
  repo_id,
  repo_owner_name: 'acme',
  repo_name: `repository-${repo_id}`,
  repo_visibility: 'INTERNAL',
  pull_requests: { total_created, median_minutes_to_merge: 30.5 },
})
const MONTHS = {
  '2026-10': [row('2026-10-20', 7, 1), row('2026-10-31', 7, 2)],
  '2026-11': [row('2026-11-01', 7, 4), row('2026-11-02', 8, 8)],
}

async function service(months: Record<string, unknown> = MONTHS, stored = {}) {
  const { app, store } = await assistantService(stored, { now })
  for (const [month, rows] of Object.entries(months)) {
    await replace(store, monthlyRef('repositoryUsage', month), Buffer.from(JSON.stringify(rows)))
  }
  return async (query = '', ...groups: 'admin'[]) =>
    request(app)
      .get(`/assistant/api/repositories${query}`)
      .set(await as(...groups))
}

describe('GET /assistant/api/repositories', () => {
  it('returns the sums of the last 28 days across months', async () => {
    const get = await service()
    const { status, body } = await get('', 'admin')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      from: '2026-10-22',
      to: '2026-11-18',
      newest_day: '2026-11-02',
      not_available: null,
      repositories: [
        { repo_id: 7, repo_name: 'repository-7', days: 2, total_created: 6, total_merged: null },
        { repo_id: 8, days: 1, total_created: 8 },
      ],
    })
    expect(body.repositories[0].medians.map(({ day }: { day: string }) => day)).toEqual([
      '2026-10-31',
      '2026-11-01',
    ])
  })

  it('returns only the days of the period', async () => {
    const get = await service()
    const { body } = await get('?from=2026-10-20&to=2026-10-30', 'admin')
    expect(body).toMatchObject({ newest_day: '2026-10-20', repositories: [{ total_created: 1 }] })
  })

  it('returns the sums as CSV and NDJSON', async () => {
    const get = await service()
    const csv = await get('?from=2026-11-01&format=csv', 'admin')
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      'repo_id,repo_owner_name,repo_name,repo_visibility,days,' +
        'total_created,total_reviewed,total_merged,total_suggestions,total_applied_suggestions,' +
        'total_created_by_copilot,total_reviewed_by_copilot,total_merged_created_by_copilot,' +
        'total_merged_reviewed_by_copilot,total_copilot_suggestions,total_copilot_applied_suggestions',
      '7,acme,repository-7,INTERNAL,1,4,,,,,,,,,,',
    ])
    const ndjson = await get('?format=ndjson', 'admin')
    const lines = ndjson.text.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).repo_id)).toEqual([7, 8])
  })

  it.each([
    ['forbidden', '"Copilot usage metrics"'],
    ['absent', '404'],
    ['failed', 'failed'],
  ])('returns why rows are missing after the fault %s', async (repositoriesFault, reason) => {
    const lastRun = { startedAt: 1, finishedAt: 1, ok: true, by: 'x', repositoriesFault }
    const get = await service({}, { lastRun })
    const { body } = await get('', 'admin')
    expect(body).toMatchObject({
      newest_day: null,
      repositories: [],
      not_available: expect.stringContaining(reason),
    })
  })

  it('returns that no rows are stored for the days', async () => {
    const get = await service()
    const { body } = await get('?from=2026-01-01&to=2026-01-31', 'admin')
    expect(body.not_available).toBe('No rows of repositories are stored for these days')
  })

  it('returns 304 until a month changes', async () => {
    const { app, store } = await assistantService({}, { now })
    const ref = monthlyRef('repositoryUsage', '2026-11')
    const put = (rows: unknown) => replace(store, ref, Buffer.from(JSON.stringify(rows)))
    await put(MONTHS['2026-11'])
    const get = async (tag = '""') =>
      request(app)
        .get('/assistant/api/repositories')
        .set({ ...(await as('admin')), 'if-none-match': tag })
    const { headers } = await get()
    expect((await get(headers['etag'])).status).toBe(304)
    await put([row('2026-11-01', 7, 5)])
    expect((await get(headers['etag'])).status).toBe(200)
  })

  it.each([
    '?from=2026-02-30',
    '?from=2026-08-01&to=2026-11-28',
    '?from=2026-11-19',
    '?to=tomorrow',
  ])('rejects %s', async (query) => {
    const get = await service()
    expect((await get(query, 'admin')).status).toBe(400)
  })

  it('rejects ordinary users', async () => {
    const get = await service()
    expect((await get()).status).toBe(403)
  })

  it('returns 500 when a month cannot be read', async () => {
    const get = await service({ '2026-11': [{ day: '2026-11-01' }] })
    expect((await get('', 'admin')).status).toBe(500)
  })
})
