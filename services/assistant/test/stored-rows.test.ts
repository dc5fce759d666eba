import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { collect } from '../src/collector/collect.ts'
import { as, assistantService } from './assistant-service.ts'
import { gitHubFor, LAST_DAY, REPORT_TIME, startHost, type RunningHost } from './host.ts'

/** A row of the source-control host, as the newest version of the previous system stores it. */
const row = (day: string) => ({
  day,
  organization_id: '42',
  daily_active_users: 7,
  monthly_active_users: 12,
  totals_by_feature: [
    { feature: 'code_completion', code_generation_activity_count: 30 },
    { feature: 'chat_panel_ask_mode', user_initiated_interaction_count: 4 },
  ],
})
const rows = [row('2025-12-02'), row('2025-12-01')]
const asGuest = await as('guest')

async function read(path: string, organisationHistory: unknown, existingClients = false) {
  const { app } = await assistantService({ organisationHistory }, { existingClients })
  const response = await request(app).get(`/assistant/api${path}`).set(asGuest)
  return { status: response.status, body: response.body as Record<string, unknown>[] }
}

describe('GET /assistant/api/org/historic', () => {
  it('derives day objects from stored rows, oldest first', async () => {
    const { status, body } = await read('/org/historic', rows)
    expect(status).toBe(200)
    expect(body.map(({ date }) => date)).toEqual(['2025-12-01', '2025-12-02'])
    expect(body[1]).toMatchObject({
      total_active_users: 7,
      copilot_ide_chat: { editors: [{ models: [{ total_chats: 4 }] }] },
      report: row('2025-12-02'),
    })
  })

  it('returns rows and day objects of one document in one order', async () => {
    const day = { date: '2025-12-01', total_active_users: 3 }
    const { body } = await read('/org/historic', [row('2025-12-02'), day])
    expect(body.map(({ date }) => date)).toEqual(['2025-12-01', '2025-12-02'])
    expect(body[0]).toEqual(day)
  })
})

const completions = {
  editors: [{ models: [{ languages: [{ name: 'go', total_code_suggestions: 3 }] }] }],
}
const dayObject = {
  date: '2025-12-03',
  total_active_users: 3,
  copilot_ide_chat: { editors: [{ models: [{ name: 'default', total_chats: 6 }] }] },
  copilot_ide_code_completions: completions,
}

describe('GET /assistant/api/org/historic for existing clients', () => {
  it('returns elements that are row and day object at once', async () => {
    const { body } = await read('/org/historic', [...rows, dayObject], true)
    expect(body.map(({ day, date }) => [day, date])).toEqual(
      ['2025-12-01', '2025-12-02', '2025-12-03'].map((day) => [day, day]),
    )
    expect(body[0]).toMatchObject({ ...row('2025-12-01'), total_active_users: 7 })
    expect(body[2]).toMatchObject(dayObject)
  })
})

describe('GET /assistant/api/org/reports', () => {
  it('returns rows, oldest first, within the requested days', async () => {
    const { body } = await read('/org/reports', [dayObject, ...rows])
    expect(body.slice(0, 2)).toEqual(rows.toReversed())
    expect(body[2]).toMatchObject({
      day: '2025-12-03',
      daily_active_users: 3,
      totals_by_feature: [
        { feature: 'code_completion', code_generation_activity_count: 3 },
        { feature: 'chat_panel_ask_mode', user_initiated_interaction_count: 6 },
      ],
    })
    const some = await read('/org/reports?from=2025-12-02&to=2025-12-02', rows)
    expect(some.body).toEqual([row('2025-12-02')])
  })

  it('rejects an invalid date', async () => {
    for (const query of ['from=2025', 'from=2026-02-31', 'from=2025-12-02&to=2025-12-01']) {
      expect((await read(`/org/reports?${query}`, rows)).status).toBe(400)
    }
  })
})

describe('GET /assistant/api/org/legacy', () => {
  const archivedDays = [{ date: '2026-01-01', total_active_users: 1 }]
  const archivedCounts = [{ day: '2025-01-01', total_active_users: 2 }]
  it.each([
    ['type=pre-0326', 200, archivedDays],
    ['type=pre-0225', 200, archivedCounts],
    ['', 400, expect.objectContaining({ error: 'Missing legacy data type' })],
    ['type=pre-2020', 400, expect.objectContaining({ error: 'Invalid legacy data type' })],
  ])('returns for "%s" the status %i', async (query, status, body) => {
    const { app } = await assistantService({ archivedDays, archivedCounts })
    const response = await request(app).get(`/assistant/api/org/legacy?${query}`).set(asGuest)
    expect([response.status, response.body]).toEqual([status, body])
  })

  it('returns 404 when nothing is archived', async () => {
    expect((await read('/org/legacy?type=pre-0225', rows)).status).toBe(404)
  })
})

describe('GET /assistant/api/org/svg', () => {
  it('draws stored rows', async () => {
    const { app } = await assistantService({ organisationHistory: rows })
    const picture = await request(app).get('/assistant/api/org/svg').set(asGuest)
    expect(picture.status).toBe(200)
    expect(picture.body.toString() || picture.text).toContain('active people')
  })
})

describe('collect', () => {
  let host: RunningHost
  beforeEach(async () => {
    host = await startHost({ seatCount: 12 })
  })
  afterEach(() => host.close())

  it('adds days to stored rows as rows, and keeps the stored ones', async () => {
    const before = [row('2025-12-01'), { ...row(LAST_DAY), withdrawn_count: 12 }]
    const { documents } = await assistantService({ organisationHistory: before })
    const run = () =>
      collect({
        reports: gitHubFor(host).reports,
        documents,
        windowDays: 4,
        now: () => REPORT_TIME,
        onFailure: () => undefined,
      })
    const stored = async () => await documents.organisationHistory.read()
    expect(await run()).toMatchObject({ failures: 0, organisationDays: 4 })
    const history = (await stored())?.value ?? []
    expect(history[0]).toEqual(before[0])
    expect(history.map(({ day }) => day)).toEqual([
      '2025-12-01',
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      LAST_DAY,
    ])
    expect(history.at(-1)).toMatchObject({
      date: LAST_DAY,
      withdrawn_count: 12,
      monthly_active_users: 9,
      totals_by_feature: expect.arrayContaining([
        expect.objectContaining({ feature: 'chat_panel_ask_mode' }),
      ]),
      copilot_ide_code_completions: expect.anything(),
    })
    const tag = (await stored())?.etag
    await run()
    expect((await stored())?.etag).toBe(tag)
  })
})
