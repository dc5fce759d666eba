import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { gitHubFor, LAST_DAY, startHost, trusted, type RunningHost } from './host.ts'

let host: RunningHost
beforeAll(async () => {
  host = await startHost()
})
afterAll(() => host.close())
beforeEach(() => {
  host.calls.length = 0
})

describe('seats', () => {
  it('reads all pages, including seats without assignee', async () => {
    const { value } = await gitHubFor(host).source.seats()
    expect(value).toHaveLength(250)
    expect(new Set(value.map((seat) => JSON.stringify(seat))).size).toBe(250)
    expect(value.at(-1)).toMatchObject({ assignee: null })
    expect(host.callsTo('/billing/seats')).toHaveLength(3)
  })

  it.each([403, 404] as const)('fails while billing of the host returns %i', async (billing) => {
    host.switches.billing = billing
    const { source } = gitHubFor(host)
    const read = source.seats()
    await expect(read).rejects.toMatchObject({ cause: { status: billing } })
    host.switches.billing = 'on'
  })

  it('coalesces requests and repeats them only after expiry', async () => {
    let time = Date.now()
    const { source } = gitHubFor(host, { now: () => time })
    await Promise.all(Array.from({ length: 50 }, () => source.seats()))
    await source.seats()
    expect(host.callsTo('/billing/seats')).toHaveLength(3)
    time += 61_000
    await source.seats()
    expect(host.callsTo('/billing/seats')).toHaveLength(6)
    expect(host.callsTo('/installation')).toHaveLength(2)
  })
})

describe('several replicas', () => {
  it('send one request each per cache period and return the same', async () => {
    const replicas = [gitHubFor(host), gitHubFor(host), gitHubFor(host)]
    const readAll = () =>
      Promise.all(
        replicas.flatMap(({ source }) =>
          Array.from({ length: 20 }, () => source.organisationUsage()),
        ),
      )
    const values = new Set([...(await readAll()), ...(await readAll())].map(({ value }) => value))
    expect(new Set([...values].map((value) => JSON.stringify(value))).size).toBe(1)
    expect(host.callsTo('/organization-28-day/latest')).toHaveLength(3)
    expect(host.callsTo('/users-28-day/latest')).toHaveLength(3)
    expect(host.callsTo('/acme/installation')).toHaveLength(3)
  })
})

describe('teams', () => {
  // spec: 8-r9
  it('returns only teams of the organisation, from all pages', async () => {
    const { source } = gitHubFor(host)
    const { value: many } = await source.userTeams(trusted(host.tokenOf('manyTeams')))
    expect(many).toHaveLength(123)
    expect(host.callsTo('/user/teams')).toHaveLength(2)
    const { value: few } = await source.userTeams(trusted(host.tokenOf('ordinary')))
    expect(few.map(({ slug }) => slug)).toEqual(['harbour-systems', 'lighthouse', 'everyone'])
    expect(few[2]).toEqual({
      id: 30,
      slug: 'everyone',
      name: 'everyone',
      description: '',
      url: 'https://scm.example/orgs/acme/teams/everyone',
    })
  })

  it('compares the organisation without regard to case', async () => {
    const { source } = gitHubFor(host, { org: 'ACME' })
    expect((await source.userTeams(trusted(host.tokenOf('ordinary')))).value).toHaveLength(3)
  })

  it('finds all members and encodes the slug in the path', async () => {
    const { source } = gitHubFor(host)
    expect((await source.memberIds('everyone')).value.size).toBe(248)
    await expect(source.memberIds('../../../user')).rejects.toMatchObject({ code: 'not-found' })
    expect(host.calls.at(-1)).toBe(
      'GET /api/v3/orgs/acme/teams/..%2F..%2F..%2Fuser/members?per_page=100',
    )
  })

  it.each(['.', '..'])('sends no request for the slug %s', async (slug) => {
    await expect(gitHubFor(host).source.memberIds(slug)).rejects.toMatchObject({
      code: 'not-found',
      message: 'Team not found',
    })
    expect(host.calls).toEqual([])
  })
})

describe('organisation usage', () => {
  it('combines the files of the 28-day report without sending the token', async () => {
    const { value } = await gitHubFor(host).source.organisationUsage()
    expect(value).toHaveLength(28)
    expect(value[0]).toMatchObject({ date: '2026-10-21' })
    expect(value.at(-1)).toMatchObject({ date: LAST_DAY })
    for (const day of value) {
      expect(day).toMatchObject({
        total_active_users: expect.any(Number),
        total_engaged_users: expect.any(Number),
        copilot_ide_chat: { total_engaged_users: expect.any(Number) },
        copilot_ide_code_completions: { total_engaged_users: expect.any(Number) },
      })
    }
    expect(host.callsTo('/report-files/organization')).toHaveLength(3)
    expect(host.callsTo('/report-files/users')).toHaveLength(3)
    expect(host.leaks).toEqual([])
  })

  it('omits engaged people without the user report', async () => {
    const own = await startHost({ seatCount: 20 })
    own.disturb(/users-28-day/, (_req, res) => void res.status(403).json({ message: 'No' }))
    const { value } = await gitHubFor(own).source.organisationUsage()
    expect(value.at(-1)).toHaveProperty('total_active_users')
    const derived = value.map(({ report: _report, ...day }) => day)
    expect(JSON.stringify(derived)).not.toContain('total_engaged_users')
    await own.close()
  })
})

describe('the connection', () => {
  it('requests installation and token once', async () => {
    const { source } = gitHubFor(host)
    await Promise.all([source.seats(), source.organisationUsage(), source.memberIds('everyone')])
    expect(host.callsTo('/installation')).toEqual([
      'GET /api/v3/orgs/acme/installation',
      expect.stringMatching(/^POST .*\/access_tokens$/),
    ])
  })

  it('obtains a new token after a revocation', async () => {
    const { source } = gitHubFor(host, { freshMs: 0 })
    await source.seats()
    host.credentials.revokeInstallationTokens()
    const { value, staleSeconds } = await source.seats()
    expect(value).toHaveLength(250)
    expect(staleSeconds).toBeUndefined()
  })
})
