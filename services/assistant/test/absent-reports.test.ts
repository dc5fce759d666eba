import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { collect, type CollectDeps } from '../src/collector/collect.ts'
import { assistantService } from './assistant-service.ts'
import { gitHubFor, LAST_DAY, REPORT_TIME, startHost, type RunningHost } from './host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

async function collector(stored: Parameters<typeof assistantService>[0] = {}) {
  const { documents } = await assistantService(stored)
  const failures: string[] = []
  const run = (options: Partial<CollectDeps> = {}) =>
    collect({
      reports: gitHubFor(host).reports,
      documents,
      windowDays: 10,
      now: () => REPORT_TIME,
      onFailure: ({ day, report, error }) =>
        failures.push(`${day} ${report}: ${(error as Error).message}`),
      ...options,
    })
  const days = async () =>
    ((await documents.organisationHistory.read())?.value ?? []).map(({ date }) => date)
  const settled = async () => (await documents.settledDays.read())?.value
  const teams = async () =>
    ((await documents.teamsHistory.read())?.value ?? []).flatMap(({ data }) =>
      data.map(({ date }) => date),
    )
  return { run, days, settled, teams, failures }
}

describe.each([204, 404] as const)('collect from a host that returns %i', (absentStatus) => {
  it('stores all published days when the first days of the window have no report', async () => {
    Object.assign(host.switches, { absentStatus, firstDay: '2026-11-15' })
    const { run, days, settled, failures } = await collector()
    expect(await run()).toMatchObject({ requestedDays: 10, failures: 0, complete: true })
    expect(failures).toEqual([])
    expect(await days()).toEqual(['2026-11-15', '2026-11-16', LAST_DAY])
    expect(await settled()).toMatchObject({ '2026-11-08': 'empty', '2026-11-13': 'empty' })
  })

  it('stores published days when the newest four have no report yet', async () => {
    Object.assign(host.switches, { absentStatus, lagDays: 4 })
    const { run, days } = await collector()
    expect(await run()).toMatchObject({ requestedDays: 10, failures: 0, complete: true })
    expect((await days()).at(-1)).toBe('2026-11-13')
    host.switches.lagDays = 0
    await run()
    expect(await days()).toHaveLength(10)
  })

  it('requests days again that the host publishes a week late', async () => {
    Object.assign(host.switches, { absentStatus, lagDays: 7 })
    const { run, days, settled } = await collector()
    expect(await run({ windowDays: 7 })).toMatchObject({ failures: 0, complete: true })
    expect(await settled()).toBeUndefined()
    host.switches.lagDays = 0
    await run({ windowDays: 7 })
    expect(await days()).toHaveLength(7)
  })

  it('settles a gap before a stored day, but not while the host has no report', async () => {
    Object.assign(host.switches, { absentStatus, firstDay: '2026-11-11', lagDays: 500 })
    const organisationHistory = [{ date: '2026-11-10', total_active_users: 3 }]
    const { run, settled } = await collector({ organisationHistory })
    await run()
    expect(await settled()).toBeUndefined()
    Object.assign(host.switches, { lagDays: 6 })
    await run()
    expect(await settled()).toMatchObject({ '2026-11-09': 'empty', '2026-11-11': 'loaded' })
    expect(await settled()).not.toHaveProperty('2026-11-12')
  })

  it('requests a day again until memberships of teams are published', async () => {
    host.disturb(/user-teams-1-day/, (_req, res) => void res.status(absentStatus).end())
    const { run, settled, teams } = await collector()
    expect(await run()).toMatchObject({ failures: 0, organisationDays: 10 })
    expect(await settled()).not.toHaveProperty('2026-11-09')
    host.disturb(/user-teams-1-day/, (_req, _res, next) => next())
    await run()
    expect(await teams()).toContain('2026-11-09')
    expect(await settled()).toMatchObject({ '2026-11-09': 'loaded' })
  })

  it('settles a day without memberships when a newer day has them', async () => {
    host.disturb(/user-teams.*11-09/, (_req, res) => void res.status(absentStatus).end())
    const { run, settled } = await collector()
    await run()
    expect(await settled()).toMatchObject({ '2026-11-09': 'loaded' })
  })

  it('settles no day while the host has no report at all', async () => {
    Object.assign(host.switches, { absentStatus, lagDays: 500 })
    const { run, days, settled } = await collector()
    await run()
    expect(await settled()).toBeUndefined()
    host.switches.lagDays = 0
    await run()
    expect(await days()).toHaveLength(10)
  })
})

describe('collect', () => {
  it('requests the newest days first', async () => {
    const { run } = await collector()
    await run({ windowDays: 4 })
    const requested = host.callsTo('organization-1-day').map((call) => call.split('day=')[1])
    expect(requested).toEqual([LAST_DAY, '2026-11-16', '2026-11-15', '2026-11-14'])
  })

  it('fails when the host offers no reports', async () => {
    host.disturb(/metrics\/reports/, (_req, res) => void res.status(404).json({}))
    const { run, failures } = await collector()
    expect(await run()).toMatchObject({ requestedDays: 3, complete: false })
    expect(failures).toContainEqual(expect.stringMatching(/^2026-11-17 organization: .* 404$/))
  })

  it('names the policy and the permission when the host rejects reports', async () => {
    host.switches.isPolicyEnabled = false
    const { run, failures } = await collector()
    await run()
    expect(failures[0]).toContain('returned 403')
    expect(failures[0]).toContain('policy "Copilot usage metrics"')
    expect(failures[0]).toContain('permission "Organization Copilot metrics"')
  })
})
