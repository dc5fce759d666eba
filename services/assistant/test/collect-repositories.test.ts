import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { replace } from '@landscape/store/objects/directory'
import { DOCUMENTS } from '@landscape/contracts/documents'
import request from 'supertest'
import { run as runCollector } from '../src/collector/run.ts'
import { as, assistantService } from './assistant-service.ts'
import { gitHubFor, LAST_DAY, REPORT_TIME, startHost, type RunningHost } from './host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

/** The lines of a report file. */
async function rowsOfHost(day: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  const { reports } = gitHubFor(host)
  await reports.day('repos', day, (row) => rows.push(row))
  return rows
}

async function collector() {
  const { app, documents, store } = await assistantService({}, { now: () => REPORT_TIME })
  const warnings: string[] = []
  const { reports } = gitHubFor(host)
  const billing = { itemsOf: async () => [] }
  const logger = {
    info: () => undefined,
    warn: (_facts: unknown, text: string) => void warnings.push(text),
  } as never
  const run = (windowDays = 20) =>
    runCollector({
      reports,
      billing,
      documents,
      windowDays,
      now: () => REPORT_TIME,
      logger,
      signal: new AbortController().signal,
    })
  const month = async (name: string) =>
    (await documents.repositoryUsage.of(name).read())?.value ?? []
  const settled = async () => Object.keys((await documents.settledDays.read())?.value ?? {})
  const fault = async () => (await documents.lastRun.read())?.value.repositoriesFault
  return { app, documents, store, run, month, settled, fault, warnings }
}
const daysOf = (rows: readonly { day: string }[]) => [...new Set(rows.map(({ day }) => day))]
const respond = (status: number, matching = /repos-1-day/) =>
  host.disturb(matching, (_req, res) => void res.status(status).json({}))

describe('the collector of rows of repositories', () => {
  it('stores the rows of each day as the host returned them', async () => {
    const { run, month } = await collector()
    expect(await run()).toBe(true)
    const [october, november] = [await month('2026-10'), await month('2026-11')]
    expect(october.at(0)?.day).toBe('2026-10-29')
    expect(november.at(-1)?.day).toBe(LAST_DAY)
    const stored = november.filter(({ day }) => day === LAST_DAY)
    const reported = (await rowsOfHost(LAST_DAY)) as { repo_id: number }[]
    expect(reported.length).toBeGreaterThan(1)
    expect(stored).toEqual(reported.toSorted((a, b) => a.repo_id - b.repo_id))
  })

  it('changes nothing in a second run', async () => {
    const { run, documents } = await collector()
    const tag = async () => (await documents.repositoryUsage.of('2026-11').read())?.etag
    await run(6)
    const before = await tag()
    await run(6)
    expect(await tag()).toBe(before)
  })

  it('returns sums that agree with a recount of the reports', async () => {
    const { app, run } = await collector()
    await run(14)
    const { body } = await request(app)
      .get('/assistant/api/repositories?from=2026-11-05&to=2026-11-14')
      .set(await as('admin'))
    const expected = new Map<unknown, number>()
    for (let day = Date.parse('2026-11-05'); day <= Date.parse('2026-11-14'); day += 86_400_000) {
      for (const row of await rowsOfHost(new Date(day).toISOString().slice(0, 10))) {
        const { total_created: created } = row['pull_requests'] as { total_created: number }
        expected.set(row['repo_id'], (expected.get(row['repo_id']) ?? 0) + created)
      }
    }
    const sums = (body.repositories as { repo_id: number; total_created: number }[]).map(
      ({ repo_id: id, total_created: created }) => [id, created] as const,
    )
    expect(sums.length).toBeGreaterThan(10)
    expect(new Map(sums)).toEqual(expected)
  })

  it.each([
    [403, 'forbidden', 1],
    [404, 'absent', 6],
  ])('settles days and logs once when the host returns %i', async (status, reason, requests) => {
    const { run, settled, fault, month, warnings } = await collector()
    respond(status)
    expect(await run(6)).toBe(true)
    expect(await settled()).toEqual(['2026-11-12', '2026-11-13'])
    expect(await fault()).toBe(reason)
    expect(host.callsTo('repos-1-day')).toHaveLength(requests)
    expect(warnings).toEqual(['the host does not offer a report of repositories'])
    host.disturb(/repos-1-day/, (_req, _res, next) => next())
    await run(6)
    expect(await fault()).toBeUndefined()
    expect(daysOf(await month('2026-11'))).toEqual(['2026-11-14', '2026-11-16', LAST_DAY])
  })

  it('stores the rows of other days when the newest has no report', async () => {
    const { run, fault, month } = await collector()
    respond(404, /repos-1-day\?day=2026-11-17/)
    expect(await run(6)).toBe(true)
    expect(await fault()).toBeUndefined()
    expect((await month('2026-11')).at(-1)?.day).toBe('2026-11-16')
  })

  it('requests days again whose report failed', async () => {
    const { run, settled, month, fault } = await collector()
    respond(500, /repos-1-day\?day=2026-11-12/)
    expect(await run(6)).toBe(false)
    expect(await settled()).toEqual(['2026-11-13'])
    host.disturb(/repos-1-day/, (_req, _res, next) => next())
    expect(await run(6)).toBe(true)
    expect(await settled()).toEqual(['2026-11-12', '2026-11-13'])
    expect(daysOf(await month('2026-11'))).toContain('2026-11-12')
    expect(await fault()).toBeUndefined()
  })

  it('requests no other day after three failures', async () => {
    const { run, settled, fault } = await collector()
    respond(500)
    expect(await run(10)).toBe(false)
    const days = host.callsTo('repos-1-day').map((call) => call.split('day=')[1])
    expect(new Set(days).size).toBe(3)
    expect([await settled(), await fault()]).toEqual([[], 'failed'])
  })

  it('requests no rows of a day without usage of the organisation', async () => {
    const { run } = await collector()
    host.switches.firstDay = '2026-11-15'
    await run(10)
    expect(host.callsTo('repos-1-day')).toHaveLength(3)
  })

  it('loads settled days again after the list of days is removed', async () => {
    const { run, month, store, documents } = await collector()
    respond(403)
    await run(10)
    host.disturb(/repos-1-day/, (_req, _res, next) => next())
    await run(10)
    const before = daysOf(await month('2026-11'))
    await store.remove(documents.settledDays.ref)
    expect(await run(10)).toBe(true)
    expect(before).not.toContain('2026-11-12')
    expect(daysOf(await month('2026-11'))).toContain('2026-11-12')
  })

  it.each([
    ['with a row without an id', [{ day: LAST_DAY }]],
    ['with an id that is not an integer', [{ day: LAST_DAY, repo_id: 'x' }]],
    [
      'of too many repositories',
      Array.from({ length: 1_001 }, (_, i) => ({ day: LAST_DAY, repo_id: i })),
    ],
  ])('rejects a report %s', async (_what, row) => {
    const { run, month } = await collector()
    host.disturb(
      /report-files\/repos\/2026-11-17/,
      (_req, res) => void res.send(JSON.stringify(row)),
    )
    expect(await run(4)).toBe(false)
    expect(daysOf(await month('2026-11'))).not.toContain(LAST_DAY)
  })

  it('fails and keeps rows when a stored month is invalid', async () => {
    const { run, store, documents, settled } = await collector()
    const { ref } = documents.repositoryUsage.of('2026-11')
    await replace(store, ref, Buffer.from('{"damaged":true}'))
    await expect(run(6)).rejects.toThrow()
    expect(await settled()).toEqual([])
    const got = await store.get(ref)
    expect(got.kind === 'found' && got.body.toString()).toBe('{"damaged":true}')
    expect((await store.get(DOCUMENTS.organisationHistory.ref)).kind).toBe('found')
  })
})
