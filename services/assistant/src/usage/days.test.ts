import { describe, expect, it } from '@jest/globals'
import { organisationDays, teamDays } from './days.ts'
import { countPeopleByDay, userDay } from './people.ts'

const completion = (language: string, n: number) => ({
  language,
  feature: 'code_completion',
  code_generation_activity_count: n * 10,
  code_acceptance_activity_count: n,
  loc_suggested_to_add_sum: n * 20,
  loc_added_sum: n * 2,
})
const row = {
  day: '2026-11-17',
  organization_id: '42',
  daily_active_users: 17,
  totals_by_language_feature: [
    completion('python', 3),
    completion('go', 1),
    { ...completion('go', 5), feature: 'agent_edit' },
  ],
  totals_by_model_feature: [
    { model: 'alpha', feature: 'chat_panel_ask_mode', user_initiated_interaction_count: 4 },
    { model: 'alpha', feature: 'chat_inline', user_initiated_interaction_count: 2 },
    { model: 'beta', feature: 'chat_panel_agent_mode', user_initiated_interaction_count: 1 },
    { model: 'beta', feature: 'code_completion', user_initiated_interaction_count: 0 },
  ],
}
const user = (id: number, accepted: number, interactions: number, languages = ['python']) =>
  userDay({
    day: row.day,
    user_id: id,
    code_acceptance_activity_count: accepted,
    user_initiated_interaction_count: interactions,
    totals_by_feature: [
      { feature: 'code_completion', code_acceptance_activity_count: accepted },
      { feature: 'chat_inline', user_initiated_interaction_count: interactions },
    ],
    totals_by_language_feature: languages.map((language) => completion(language, accepted)),
  })

describe('organisationDays', () => {
  it('maps every number and keeps the row as report', () => {
    const users = [user(1, 3, 0), user(2, 0, 2), user(3, 0, 0)]
    expect(organisationDays([row], countPeopleByDay(users))).toEqual([
      {
        date: '2026-11-17',
        total_active_users: 17,
        total_engaged_users: 2,
        copilot_ide_chat: {
          total_engaged_users: 1,
          editors: [
            {
              name: 'all',
              total_engaged_users: 1,
              models: [
                { name: 'alpha', total_chats: 6 },
                { name: 'beta', total_chats: 1 },
              ],
            },
          ],
        },
        copilot_ide_code_completions: {
          total_engaged_users: 1,
          languages: [
            { name: 'python', total_engaged_users: 1 },
            { name: 'go', total_engaged_users: 0 },
          ],
          editors: [
            {
              name: 'all',
              total_engaged_users: 1,
              models: [
                {
                  name: 'all',
                  total_engaged_users: 1,
                  languages: [
                    {
                      name: 'python',
                      total_engaged_users: 1,
                      total_code_suggestions: 30,
                      total_code_acceptances: 3,
                      total_code_lines_suggested: 60,
                      total_code_lines_accepted: 6,
                    },
                    {
                      name: 'go',
                      total_engaged_users: 0,
                      total_code_suggestions: 10,
                      total_code_acceptances: 1,
                      total_code_lines_suggested: 20,
                      total_code_lines_accepted: 2,
                    },
                  ],
                },
              ],
            },
          ],
        },
        activity: {
          people: 3,
          surfaces: { completions: 1, chat: 1, agent: 0 },
          interactions: 2,
          people_with_credits: 0,
        },
        report: row,
      },
    ])
  })

  it('omits unknown numbers instead of zero', () => {
    const [day] = organisationDays([{ day: '2026-11-17' }])
    expect(day).toEqual({
      date: '2026-11-17',
      copilot_ide_chat: {},
      copilot_ide_code_completions: {},
      report: { day: '2026-11-17' },
    })
    const [withoutUsers] = organisationDays([row])
    expect(JSON.stringify(withoutUsers)).not.toContain('total_engaged_users')
  })

  it('omits a sum when one part is missing or malformed', () => {
    const malformed = {
      ...completion('go', 1),
      loc_added_sum: undefined,
      code_acceptance_activity_count: '3',
    }
    const [day] = organisationDays([
      {
        ...row,
        daily_active_users: -1,
        totals_by_language_feature: [completion('go', 2), malformed],
      },
    ])
    expect(day).not.toHaveProperty('total_active_users')
    expect(day).toHaveProperty('copilot_ide_code_completions.editors.0.models.0.languages', [
      { name: 'go', total_code_suggestions: 30, total_code_lines_suggested: 60 },
    ])
  })

  it('keeps zeros of the report', () => {
    const quiet = { day: row.day, daily_active_users: 0, totals_by_language_feature: [] }
    const [day] = organisationDays([quiet])
    expect(day).toMatchObject({
      total_active_users: 0,
      copilot_ide_code_completions: { languages: [], editors: [] },
      copilot_ide_chat: {},
    })
  })

  it('counts a repeated user once, and nobody when one user is unknown', () => {
    const twice = [user(1, 3, 0), user(1, 2, 1), user(2, 1, 0)]
    expect(organisationDays([row], countPeopleByDay(twice))[0]).toMatchObject({
      total_engaged_users: 2,
    })
    const unknown = [...twice, userDay({ day: row.day, user_login: 'ada' })]
    expect(organisationDays([row], countPeopleByDay(unknown))[0]).not.toHaveProperty(
      'total_engaged_users',
    )
  })

  it('ignores repeated rows and adds counters, but not people', () => {
    const [repeated] = organisationDays([row, structuredClone(row)])
    expect(repeated).toEqual(organisationDays([row])[0])
    const [added] = organisationDays([row, { ...row, daily_active_users: 4 }])
    expect(added).not.toHaveProperty('total_active_users')
    expect(added).toHaveProperty('copilot_ide_chat.editors.0.models.0.total_chats', 12)
  })

  it('sorts days and accepts prototype keys as names', () => {
    const hostile = [completion('__proto__', 1), completion('constructor', 2)]
    const days = organisationDays([
      { day: '2026-11-02', totals_by_language_feature: hostile },
      { day: '2026-11-01' },
    ])
    expect(days.map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-02'])
    expect(days[1]).toHaveProperty('copilot_ide_code_completions.languages', [
      { name: '__proto__' },
      { name: 'constructor' },
    ])
  })

  it('does not count interactions of an unknown mode as chats', () => {
    const mode = { feature: 'chat_panel_unknown_mode', user_initiated_interaction_count: 5 }
    const users = [userDay({ ...row, user_id: 1, totals_by_feature: [mode] })]
    const [day] = organisationDays(
      [{ day: row.day, totals_by_feature: [mode] }],
      countPeopleByDay(users),
    )
    expect(day).toHaveProperty('copilot_ide_chat', { total_engaged_users: 0, editors: [] })
  })

  it('returns the total of chats without a breakdown by model', () => {
    const [day] = organisationDays([
      {
        day: row.day,
        totals_by_feature: [{ feature: 'chat_inline', user_initiated_interaction_count: 5 }],
      },
    ])
    expect(day).toMatchObject({
      copilot_ide_chat: { editors: [{ name: 'all', models: [{ name: 'all', total_chats: 5 }] }] },
    })
  })
})

describe('teamDays', () => {
  const day = '2026-11-17'
  const user = (id: number, interactions: number) => ({
    day,
    user_id: id,
    code_acceptance_activity_count: 0,
    code_generation_activity_count: 0,
    user_initiated_interaction_count: interactions,
    totals_by_feature: [{ feature: 'chat_inline', user_initiated_interaction_count: interactions }],
    totals_by_language_feature: [],
  })
  const member = (user_id: number | string, slug: string, team_id = 9) => ({
    day,
    user_id,
    slug,
    team_id,
  })

  const OTHERS = [101, 102, 103, 104, 105]
  /** Members of whom each is active, so that the team has a day with usage. */
  const others = (slug: string, team_id = 9) => OTHERS.map((id) => member(id, slug, team_id))
  const othersRows = OTHERS.map((id) => user(id, 1))

  it('adds up members per team, with a user of two teams in both', () => {
    const teams = teamDays(
      day,
      [user(1, 3), user(2, 0), user(3, 4), ...othersRows],
      [
        member(1, 'a'),
        member(2, 'a'),
        ...others('a'),
        member('1', 'b', 10),
        member(3, 'b', 10),
        ...others('b', 10),
      ],
    )
    expect(teams.map(({ slug, teamId }) => [slug, teamId])).toEqual([
      ['a', 9],
      ['b', 10],
    ])
    expect(teams[0]?.day).toMatchObject({
      date: day,
      total_active_users: 6,
      total_engaged_users: 6,
      copilot_ide_chat: { total_engaged_users: 6, editors: [{ models: [{ total_chats: 8 }] }] },
    })
    expect(teams[1]?.day).toMatchObject({ total_active_users: 7 })
  })

  it('adds the rows of a repeated user and counts the user once', () => {
    const members = [member(1, 'a'), member(1, 'a'), ...others('a')]
    const [team] = teamDays(day, [user(1, 3), user(1, 2), ...othersRows], members)
    expect(team?.day).toMatchObject({
      total_active_users: 6,
      copilot_ide_chat: { editors: [{ models: [{ total_chats: 10 }] }] },
    })
  })

  it.each([
    'used_cli',
    'used_copilot_app',
    'used_copilot_cloud_agent',
    'used_copilot_code_review_active',
  ])('counts a member who has only %s', (surface) => {
    const members = [member(1, 'a'), ...others('a')]
    const [team] = teamDays(day, [{ ...user(1, 0), [surface]: true }, ...othersRows], members)
    expect(team?.day).toMatchObject({ total_active_users: 6, total_engaged_users: 6 })
  })

  it('does not count a member whose code was only reviewed', () => {
    const passive = { ...user(1, 0), used_copilot_code_review_passive: true, used_cli: false }
    const [team] = teamDays(day, [passive, ...othersRows], [member(1, 'a'), ...others('a')])
    expect(team?.day).toMatchObject({ total_active_users: 5, total_engaged_users: 5 })
  })

  it('gives a team of four members no day, and one of five a day', () => {
    expect(teamDays(day, othersRows, others('a').slice(1))).toEqual([])
    const [team] = teamDays(day, othersRows, others('a'))
    expect(team?.day).toHaveProperty('activity.members', 5)
  })

  it.each([
    ['four of five members were active', [user(101, 0), ...othersRows.slice(1)]],
    ['one of five members was active', [user(101, 3)]],
    ['nobody was active', []],
    ['it is unknown who was active', OTHERS.map((id) => ({ day, user_id: id }))],
  ])('withholds the usage of a day when %s', (_case, rows) => {
    const nothing = { editors: [] }
    expect(teamDays(day, rows, others('a'))).toEqual([
      {
        teamId: 9,
        slug: 'a',
        day: {
          date: day,
          withheld: true,
          copilot_ide_chat: nothing,
          copilot_ide_code_completions: nothing,
        },
      },
    ])
  })

  it('omits teams without a slug', () => {
    expect(teamDays(day, [user(1, 3)], [{ day, user_id: 1, team_id: 9 }])).toEqual([])
  })

  it('contains no user login', () => {
    const rows = [{ ...user(1, 3), user_login: 'ada-example' }, ...othersRows]
    const text = JSON.stringify(teamDays(day, rows, [member(1, 'a'), ...others('a')]))
    expect(text).toContain('"interactions":8')
    expect(text).not.toContain('ada-example')
  })
})
