import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { collect } from '../src/collector/collect.ts'
import { assistantService } from './assistant-service.ts'
import { gitHubFor, LAST_DAY, REPORT_TIME, startHost, type RunningHost } from './host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

/** Replaces the reports of the last day by those of `active` people, of whom some lack a row. */
function serveUsers(missing: number, more: readonly object[] = [], active = 100) {
  const of = (kind: string, rows: readonly object[]) =>
    host.disturb(
      new RegExp(`report-files/${kind}/${LAST_DAY}.*/0\\?`),
      (_req, res) => void res.send(rows.map((row) => JSON.stringify(row)).join('\n')),
    )
  const inEditor = Array.from({ length: active - missing }, (_, i) => ({
    day: LAST_DAY,
    user_id: i + 1,
    code_acceptance_activity_count: 1,
    user_initiated_interaction_count: 0,
    code_generation_activity_count: 1,
  }))
  const users = [
    ...inEditor,
    ...more.map((row, i) => ({ day: LAST_DAY, user_id: 201 + i, ...row })),
  ]
  of('organization', [{ day: LAST_DAY, daily_active_users: active }])
  of('users', users)
  of(
    'user-teams',
    users.map(({ user_id }) => ({ day: LAST_DAY, user_id, slug: 'everyone' })),
  )
  host.disturb(
    new RegExp(`report-files/users/${LAST_DAY}.*/[1-9]\\?`),
    (_req, res) => void res.send(JSON.stringify(users[0] ?? [])),
  )
}

/** A person whose use the host knows without reports of an editor. */
const WITHOUT_EDITOR = {
  user_initiated_interaction_count: 0,
  code_generation_activity_count: 0,
  code_acceptance_activity_count: 0,
  totals_by_ide: [],
  totals_by_feature: [],
  totals_by_language_feature: [],
}

function times(length: number, row: object): object[] {
  return Array.from({ length }, () => row)
}

async function collector() {
  const { documents } = await assistantService()
  const run = () =>
    collect({
      reports: gitHubFor(host).reports,
      documents,
      windowDays: 4,
      now: () => REPORT_TIME,
      onFailure: () => undefined,
    })
  const lastDay = async () => ({
    organisation: (await documents.organisationHistory.read())?.value.at(-1),
    team: (await documents.teamsHistory.read())?.value
      .find(({ team }) => team.slug === 'everyone')
      ?.data.find(({ date }) => date === LAST_DAY),
  })
  return { run, lastDay }
}

describe('collect', () => {
  it('stores people and teams as incomplete when 2 % of the users are missing', async () => {
    serveUsers(2)
    const { run, lastDay } = await collector()
    expect(await run()).toMatchObject({ failures: 0 })
    const { organisation, team } = await lastDay()
    expect(organisation).toMatchObject({
      total_active_users: 100,
      total_engaged_users: 98,
      incomplete: true,
    })
    expect(team).toMatchObject({ total_active_users: 98, incomplete: true })
  })

  it.each([
    [1, 30, 29],
    [2, 30, undefined],
    [1, 24, undefined],
    [1, 1, undefined],
  ])('with %i of %i people missing, stores %s engaged people', async (missing, active, engaged) => {
    serveUsers(missing, [], active)
    const { run, lastDay } = await collector()
    expect(await run()).toMatchObject({ failures: engaged === undefined ? 1 : 0 })
    expect((await lastDay()).organisation?.['total_engaged_users']).toBe(engaged)
  })

  it('stores no people and no teams when more users are missing', async () => {
    serveUsers(3)
    const { run, lastDay } = await collector()
    expect(await run()).toMatchObject({ failures: 1 })
    const { organisation, team } = await lastDay()
    expect(organisation).not.toHaveProperty('total_engaged_users')
    expect(organisation).not.toHaveProperty('incomplete')
    expect(team).toBeUndefined()
  })

  it('does not count users of the command line for users who are missing', async () => {
    serveUsers(3, times(5, { used_cli: true, totals_by_ide: [] }))
    const { run, lastDay } = await collector()
    expect(await run()).toMatchObject({ failures: 1 })
    expect((await lastDay()).organisation).not.toHaveProperty('total_engaged_users')
  })

  it.each([
    ['nothing', {}],
    ['a flag of passive code review', { used_copilot_code_review_passive: true }],
    ['sessions of an agent of others', { totals_by_3rd_party_agent: [{ session_count: 1 }] }],
    ['no counters', { user_initiated_interaction_count: undefined }],
  ])('accepts people without an editor whose rows have %s', async (_of, more) => {
    serveUsers(10, times(10, { ...WITHOUT_EDITOR, ...more }))
    const { run, lastDay } = await collector()
    expect(await run()).toMatchObject({ failures: 0 })
    const { organisation } = await lastDay()
    expect(organisation).toMatchObject({
      total_active_users: 100,
      total_engaged_users: 90,
      activity: { people: 100, interactions: 0 },
    })
    expect(organisation).not.toHaveProperty('incomplete')
  })

  it.each([
    { used_copilot_app: true },
    { used_copilot_code_review_active: true },
    { used_copilot_cloud_agent: true },
    { used_cli: true, used_copilot_app: true },
  ])('stores a day as incomplete when people with %j may be the missing ones', async (use) => {
    serveUsers(10, times(10, { ...WITHOUT_EDITOR, ...use }))
    const { run, lastDay } = await collector()
    expect(await run()).toMatchObject({ failures: 0 })
    const { organisation } = await lastDay()
    expect(organisation).toMatchObject({ total_engaged_users: 100, incomplete: true })
  })

  it('replaces an incomplete day once the users are complete', async () => {
    const { run, lastDay } = await collector()
    serveUsers(2)
    await run()
    serveUsers(0)
    await run()
    const complete = await lastDay()
    expect(complete.organisation).toMatchObject({ total_engaged_users: 100 })
    expect(complete.organisation).not.toHaveProperty('incomplete')
    expect(complete.team).toMatchObject({ total_active_users: 100 })
    expect(complete.team).not.toHaveProperty('incomplete')
    serveUsers(2)
    await run()
    expect(await lastDay()).toEqual(complete)
  })
})
