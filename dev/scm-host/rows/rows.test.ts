import { describe, expect, it } from '@jest/globals'
import { addDays } from '../../organisation/calendar.ts'
import { creditsOn } from '../../organisation/credits.ts'
import { createOrganisation } from '../organisation.ts'
import { repositoryUsage } from '../../sample-data/repository-usage.ts'
import { organisationRow } from './organisation.ts'
import { repositoryRows } from './repositories.ts'
import { userRows } from './users.ts'

const organisation = createOrganisation('acme')
const DAY = '2026-11-12'
const users = userRows(organisation, DAY)
const row: Record<string, unknown> = organisationRow(organisation, DAY)

const hasEditor = (user: Record<string, unknown>) => (user['totals_by_ide'] as []).length > 0

/** Users with a flag on any of the last days. */
const people = (days: number, flag: 'used_chat' | 'used_agent' | 'used_copilot_cloud_agent') =>
  new Set(
    Array.from({ length: days }, (_, age) => userRows(organisation, addDays(DAY, -age)))
      .flat()
      .filter((user) => user[flag])
      .map((user) => user.user_id),
  ).size

describe('organisationRow', () => {
  it('has the totals of the users', () => {
    for (const name of ['user_initiated_interaction_count', 'loc_added_sum'] as const) {
      expect(row[name]).toBe(users.reduce((total, user) => total + user[name], 0))
    }
    expect(row).toMatchObject({
      daily_active_users: users.filter(hasEditor).length,
      daily_active_cli_users: users.filter((user) => user.used_cli).length,
      daily_active_copilot_app_users: users.filter((user) => user.used_copilot_app).length,
      enterprise_id: '7',
    })
  })

  it('counts the people of longer periods once', () => {
    expect(row).toMatchObject({
      monthly_active_chat_users: people(28, 'used_chat'),
      monthly_active_agent_users: people(28, 'used_agent'),
      weekly_active_copilot_cloud_agent_users: people(7, 'used_copilot_cloud_agent'),
    })
    expect(people(28, 'used_chat')).toBeGreaterThan(people(1, 'used_chat'))
  })

  it('has the pull requests and phases of the host', () => {
    expect(row).toMatchObject({
      pull_requests: { total_created: expect.any(Number), total_merged: expect.any(Number) },
      totals_by_ai_adoption_phase: expect.arrayContaining([
        expect.objectContaining({ phase: 'Phase 3', phase_number: 3 }),
      ]),
      totals_by_cli: { token_usage: { avg_tokens_per_request: expect.any(Number) } },
    })
  })

  it('has the extensions and third-party agents of the users', () => {
    for (const name of ['totals_by_mcp', 'totals_by_3rd_party_agent']) {
      const count = (one: Record<string, unknown>) =>
        ((one[name] ?? []) as Record<string, number>[]).reduce(
          (sum, total) =>
            sum + (total['interaction_count'] ?? total['user_initiated_interaction_count'] ?? 0),
          0,
        )
      expect(count(row)).toBeGreaterThan(0)
      expect(count(row)).toBe(users.reduce((sum, user) => sum + count(user), 0))
    }
    expect(organisationRow(organisation, '2026-09-16')).not.toHaveProperty('totals_by_mcp')
  })

  it('reports each feature of the host during a month', () => {
    const days = Array.from({ length: 28 }, (_, age) => addDays(DAY, -age))
    const features = days.flatMap((day) => {
      const own: Record<string, unknown> = organisationRow(organisation, day)
      return (own['totals_by_feature'] as { feature: string }[]).map(({ feature }) => feature)
    })
    expect([...new Set(features)].toSorted()).toEqual([
      'agent_edit',
      'chat_inline',
      'chat_panel_agent_mode',
      'chat_panel_ask_mode',
      'chat_panel_plan_mode',
      'chat_panel_unknown_mode',
      'code_completion',
      'copilot_cli',
    ])
  })
})

describe('repositoryRows', () => {
  it('has the rows of the sample data', () => {
    const sample = repositoryUsage()
      .get('2026-11')
      ?.filter(({ day }) => day === DAY)
    expect(sample?.length).toBeGreaterThan(0)
    expect(repositoryRows(organisation, DAY)).toEqual(sample)
  })

  it('has parts that are at most their totals', () => {
    const days = Array.from({ length: 28 }, (_, age) => addDays(DAY, -age))
    const rows = days.flatMap((day) => repositoryRows(organisation, day))
    expect(rows.length).toBeGreaterThan(50)
    for (const { pull_requests: numbers } of rows) {
      expect(numbers.total_created).toBeGreaterThan(0)
      expect(numbers.total_merged).toBeLessThanOrEqual(numbers.total_created)
      expect(numbers.total_created_by_copilot).toBeLessThanOrEqual(numbers.total_created)
      expect('median_minutes_to_merge' in numbers).toBe(numbers.total_merged > 0)
    }
  })

  it('has review times since the host reports them', () => {
    const hasTimes = (day: string) =>
      repositoryRows(organisation, day).map((own) => 'pull_request_review_times' in own)
    expect(new Set(hasTimes('2026-09-24'))).toEqual(new Set([false]))
    expect(new Set(hasTimes('2026-09-25'))).toEqual(new Set([true]))
  })
})

describe('userRows', () => {
  it('lacks the credits of some users, and of days before the host had them', () => {
    const known = users.filter((user) => user.ai_credits_used !== undefined)
    expect(known.length).toBeGreaterThan(0)
    expect(known.length).toBeLessThan(users.length)
    for (const { user_id: id, ai_credits_used: credits } of known) {
      expect(credits).toBe(
        creditsOn(
          organisation.users.find((user) => user.id === id)!,
          DAY,
        ),
      )
    }
    const before = userRows(organisation, '2026-06-18')
    expect(before.length).toBeGreaterThan(0)
    expect(before.filter((user) => 'ai_credits_used' in user)).toEqual([])
  })

  it('contains people without use of the editor', () => {
    const days = Array.from({ length: 28 }, (_, age) => addDays(DAY, -age))
    const rows = days.flatMap((day) => userRows(organisation, day))
    expect(rows.some((user) => user.used_cli && !hasEditor(user))).toBe(true)
  })
})
