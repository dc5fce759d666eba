import { describe, expect, it } from '@jest/globals'
import { teamDays } from './days.ts'

const day = '2026-11-17'
const user = (id: number, asked: number) => ({
  day,
  user_id: id,
  code_acceptance_activity_count: 0,
  code_generation_activity_count: 0,
  user_initiated_interaction_count: asked,
  totals_by_feature: [{ feature: 'chat_inline', user_initiated_interaction_count: asked }],
  totals_by_language_feature: [],
})
const member = (user_id: number | string, slug: string, team_id = 9) => ({
  day,
  user_id,
  slug,
  team_id,
})

describe('teamDays', () => {
  it('adds up the members of each team; somebody in two teams counts in both', () => {
    const teams = teamDays(
      day,
      [user(1, 3), user(2, 0), user(3, 4)],
      [member(1, 'a'), member(2, 'a'), member('1', 'b', 10), member(3, 'b', 10)],
    )
    expect(teams.map(({ slug, teamId }) => [slug, teamId])).toEqual([
      ['a', 9],
      ['b', 10],
    ])
    expect(teams[0]?.day).toMatchObject({
      date: day,
      total_active_users: 1,
      total_engaged_users: 1,
      copilot_ide_chat: { total_engaged_users: 1, editors: [{ models: [{ total_chats: 3 }] }] },
    })
    expect(teams[1]?.day).toMatchObject({ total_active_users: 2 })
  })

  it('adds the rows of a user whom several files mention, and counts the user once', () => {
    const [team] = teamDays(day, [user(1, 3), user(1, 2)], [member(1, 'a'), member(1, 'a')])
    expect(team?.day).toMatchObject({
      total_active_users: 1,
      copilot_ide_chat: { editors: [{ models: [{ total_chats: 5 }] }] },
    })
  })

  it('gives no day to a team that the report leaves out, nor to one without a name', () => {
    expect(teamDays(day, [user(1, 3)], [{ day, user_id: 1, team_id: 9 }])).toEqual([])
  })

  it('says nothing of single persons', () => {
    const rows = [{ ...user(1, 3), user_login: 'ada-example' }]
    const text = JSON.stringify(teamDays(day, rows, [member(1, 'a')]))
    expect(text).not.toContain('ada-example')
  })
})
