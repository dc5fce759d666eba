import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Disturb } from '@landscape/dev/scm-host'
import { collect, type CollectDeps } from '../src/collector/collect.ts'
import { assistantService } from './assistant-service.ts'
import { gitHubFor, LAST_DAY, startHost, type RunningHost } from './host.ts'

const NOW = Date.parse('2026-11-18T10:00:00Z')
let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 40 })
})
afterEach(() => host.close())

async function collector(stored: Parameters<typeof assistantService>[0] = {}) {
  const { documents, store } = await assistantService(stored)
  const failures: string[] = []
  const run = (options: Partial<CollectDeps> = {}) =>
    collect({
      reports: gitHubFor(host).reports,
      documents,
      windowDays: 6,
      now: () => NOW,
      onFailure: ({ day, report, error }) =>
        failures.push(`${day} ${report}: ${(error as Error).message}`),
      ...options,
    })
  const history = async () => (await documents.organisationHistory.read())?.value ?? []
  const teams = async () => (await documents.teamsHistory.read())?.value ?? []
  const tags = async () =>
    Promise.all([documents.organisationHistory, documents.teamsHistory].map((d) => d.read())).then(
      (all) => all.map((snapshot) => snapshot?.etag),
    )
  const settled = async () => Object.keys((await documents.settledDays.read())?.value ?? {})
  return { run, history, teams, tags, settled, failures, store }
}
const withOnePerson = <T extends object>(row: T): T => ({ ...row, daily_active_users: 1 })
const respond =
  (status: number, body: unknown = ''): Disturb =>
  (_req, res) =>
    void res.status(status).send(body)
const old = { date: '2024-01-31', total_active_users: 3, note: 'from another program' }

describe('collect', () => {
  it('loads organisation and teams, and keeps stored days', async () => {
    const oldTeam = { team: { slug: 'disbanded', name: 'Disbanded' }, data: [old] }
    const { run, history, teams, failures } = await collector({
      organisationHistory: [old],
      teamsHistory: [oldTeam],
    })
    expect(await run()).toMatchObject({ requestedDays: 6, organisationDays: 6, failures: 0 })
    expect(failures).toEqual([])
    const days = await history()
    expect(days.map(({ date }) => date)).toEqual([
      '2024-01-31',
      '2026-11-12',
      '2026-11-13',
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      LAST_DAY,
    ])
    expect(days[0]).toEqual(old)
    expect(days.at(-1)).toMatchObject({
      total_active_users: expect.any(Number),
      total_engaged_users: expect.any(Number),
    })
    const all = await teams()
    expect(all[0]).toEqual(oldTeam)
    expect(all.map(({ team }) => team.slug).toSorted()).toEqual([
      'corporate-services',
      'data-platform',
      'disbanded',
      'everyone',
      'fisheries-digital',
      'harbour-systems',
      'navigation-aids',
      'survey-science',
      'tides-and-weather',
    ])
    expect(all.find(({ team }) => team.slug === 'corporate-services')?.team).toEqual({
      id: 16,
      slug: 'corporate-services',
      name: 'Corporate Services',
      description: '',
      url: 'https://scm.example/orgs/acme/teams/corporate-services',
    })
    const text = JSON.stringify(all)
    for (const { login } of host.organisation.users) expect(text).not.toContain(login)
  })

  it('stores the same numbers for the organisation and its team of all users', async () => {
    const { run, history, teams } = await collector()
    await run()
    const day = (await history()).at(-1)!
    const everyone = (await teams()).find(({ team }) => team.slug === 'everyone')!
    const { members, ...activity } = everyone.data.at(-1)!['activity'] as { members: number }
    expect(members).toBe(host.organisation.users.length)
    expect(activity).toEqual(day['activity'])
    expect(everyone.data.at(-1)).toMatchObject({
      total_engaged_users: day['total_engaged_users'],
    })
  })

  it('changes nothing in a second run', async () => {
    const { run, tags } = await collector()
    await run()
    const before = await tags()
    expect(await run()).toMatchObject({ requestedDays: 4 })
    expect(await tags()).toEqual(before)
  })

  it('fills a gap, and stores each day once in overlapping runs', async () => {
    const { run, history } = await collector()
    host.disturb(/day=2026-11-13/, respond(500))
    expect(await run()).toMatchObject({ organisationDays: 5 })
    host.disturb(/day=2026-11-13/, (_req, _res, next) => next())
    await Promise.all([run(), run()])
    expect((await history()).map(({ date }) => date)).toHaveLength(6)
  })

  it('fills the gap of one team and skips settled days without a report', async () => {
    const { run, teams } = await collector()
    host.disturb(/user-teams-1-day.*2026-11-13/, respond(500))
    host.disturb(/1-day.*2026-11-12/, respond(204))
    expect(await run()).toMatchObject({ requestedDays: 6, failures: 1 })
    const daysOf = async (slug: string) =>
      (await teams()).find(({ team }) => team.slug === slug)!.data.map(({ date }) => date)
    expect(await daysOf('everyone')).not.toContain('2026-11-13')
    host.disturb(/user-teams-1-day.*2026-11-13/, (_req, _res, next) => next())
    expect(await run()).toMatchObject({ requestedDays: 5, failures: 0 })
    expect(await daysOf('everyone')).toContain('2026-11-13')
    expect(await run()).toMatchObject({ requestedDays: 4 })
  })

  it('counts a failed request for teams as a failure', async () => {
    const { run } = await collector()
    host.disturb(/orgs\/acme\/teams\?/, respond(403))
    expect(await run()).toMatchObject({ failures: 1, complete: true })
  })

  it.each<[string, RegExp, Disturb]>([
    ['no content', /1-day/, respond(204)],
    ['status 500', /1-day/, respond(500)],
    ['no links', /1-day/, respond(200, { download_links: [] })],
    ['empty files', /report-files/, respond(200, '')],
    ['a web page', /1-day/, respond(200, '<html>')],
    [
      'truncated lines',
      /report-files\/users/,
      respond(200, '{"day":"2026-11-17","user_id":1}\n{"da'),
    ],
    [
      'a day that was not requested',
      /report-files/,
      respond(200, '{"day":"2026-10-30","user_id":1}'),
    ],
    ['no user report', /users-1-day/, respond(403)],
    ['no access at all', /access_tokens/, respond(403)],
  ])('removes nothing when the host returns %s', async (_what, path, handler) => {
    const { run, history, teams } = await collector()
    await run()
    const before = [await history(), await teams()]
    host.disturb(path, handler)
    await run({ reports: gitHubFor(host).reports })
    expect([await history(), await teams()]).toEqual(before)
  })

  it.each<[string, RegExp, Disturb]>([
    ['one of several user files is empty', /report-files\/users\/.*\/1\?/, respond(200, '')],
    [
      'users are missing',
      /report-files\/users\/.*\/1\?/,
      respond(200, '{"day":"2026-11-17","user_id":501,"code_acceptance_activity_count":0}'),
    ],
    [
      'the organisation has fewer breakdowns',
      /report-files\/organization/,
      (req, res) =>
        void res.json({
          day: req.originalUrl.split('/')[3],
          daily_active_users: 1,
          totals_by_feature: [],
        }),
    ],
  ])('stores no wrong numbers when %s', async (what, path, handler) => {
    const { run, history, teams, failures } = await collector()
    await run()
    const [before, ofTeams] = [await history(), await teams()]
    host.disturb(path, handler)
    await run({ reports: gitHubFor(host).reports })
    if (what.includes('user')) {
      expect(await history()).toEqual(before)
      expect(failures.join()).toContain('users')
    }
    expect(await teams()).toEqual(ofTeams)
    for (const [i, day] of (await history()).entries()) {
      const { copilot_ide_chat: chat, copilot_ide_code_completions: completions } = before[i]!
      expect(day).toMatchObject({
        copilot_ide_chat: chat,
        copilot_ide_code_completions: completions,
      })
    }
    const fresh = await collector()
    await fresh.run({ reports: gitHubFor(host).reports })
    if (what.includes('user')) {
      // Rows of the host have a member of the same name.
      const days = (await fresh.history())
        .filter(({ incomplete }) => incomplete !== true)
        .map(({ report: _report, ...day }) => day)
      expect(days.length).toBeGreaterThan(1)
      expect(JSON.stringify(days)).not.toContain('total_engaged_users')
      const ofTeams = (await fresh.teams()).flatMap(({ data }) => data)
      expect(ofTeams.filter(({ incomplete }) => incomplete !== true)).toEqual([])
    }
  })

  it('stores a day without engaged people and adds them later', async () => {
    const { run, history } = await collector()
    host.disturb(/users-1-day/, respond(403), 6)
    await run()
    expect((await history())[0]).not.toHaveProperty('total_engaged_users')
    await run()
    expect((await history())[0]).toHaveProperty('total_engaged_users')
  })

  it('ends the run after three consecutive failed days', async () => {
    const { run, failures } = await collector()
    host.disturb(/1-day/, respond(403))
    expect(await run({ windowDays: 100 })).toMatchObject({ requestedDays: 3 })
    expect(failures.join()).not.toMatch(/ghs_|127\.0\.0\.1/)
  })

  it('stops when aborted and keeps complete days', async () => {
    const { run, history, failures } = await collector()
    const stop = new AbortController()
    host.disturb(/organization-1-day.*11-13/, () => stop.abort())
    const reports = gitHubFor(host, { requestTimeoutMs: 600_000 }).reports
    expect(await run({ signal: stop.signal, reports })).toMatchObject({
      requestedDays: 4,
      failures: 0,
      complete: false,
    })
    expect(await history()).toHaveLength(4)
    expect(failures).toEqual([])
  })

  it.each([/orgs\/acme\/teams/, /report-files\/users/])(
    'stops when aborted while it waits for %s',
    async (path) => {
      const { run, history } = await collector()
      const stop = new AbortController()
      host.disturb(path, () => stop.abort())
      const reports = gitHubFor(host, { requestTimeoutMs: 600_000 }).reports
      expect(await run({ signal: stop.signal, reports })).toMatchObject({
        requestedDays: 0,
        failures: 0,
        complete: false,
      })
      expect(await history()).toEqual([])
    },
  )

  it('replaces no day that another run stored since it was requested', async () => {
    const { run, history, teams } = await collector()
    const { reports } = gitHubFor(host)
    const newer = run()
    const older: CollectDeps['reports'] = {
      ...reports,
      async day(kind, day, take, signal) {
        const rows = await reports.day(kind, day, (row) => row, signal)
        await newer
        return rows?.map((row) => take(kind === 'organization' ? withOnePerson(row) : row))
      },
    }
    const late = run({ reports: older })
    await newer
    const before = [await history(), await teams()]
    await late
    expect([await history(), await teams()]).toEqual(before)
  })

  it('requests a day again that settled while it was loaded', async () => {
    const { run, settled } = await collector()
    const midnight = Date.parse('2026-11-19T00:00:00Z')
    let now = midnight - 1
    const { reports } = gitHubFor(host)
    const slow: CollectDeps['reports'] = {
      ...reports,
      async day(kind, day, ...others) {
        const rows = await reports.day(kind, day, ...others)
        if (day === '2026-11-14') now = midnight
        return rows
      },
    }
    await run({ reports: slow, now: () => now, windowDays: 4 })
    expect(await settled()).not.toContain('2026-11-14')
    await run({ now: () => now, windowDays: 5 })
    expect(await settled()).toContain('2026-11-14')
  })
})
