import { describe, expect, it } from '@jest/globals'
import { activityOf } from './activity.ts'
import { mergeDays } from './merge-history.ts'
import { countPeople, userDay } from './people.ts'
import { surfacesOf, surfaceUse } from './surfaces.ts'

const day = '2026-11-17'
const feature = (name: string, counters: object = { user_initiated_interaction_count: 2 }) => ({
  feature: name,
  ...counters,
})
/** A row that states the use of every surface. */
const row = (user_id: number, members: object = {}) => ({
  day,
  user_id,
  user_initiated_interaction_count: 0,
  loc_added_sum: 0,
  totals_by_feature: [],
  used_cli: false,
  used_copilot_app: false,
  used_copilot_code_review_active: false,
  ...members,
})
const activity = (...rows: ReturnType<typeof row>[]) => countPeople(rows.map(userDay)).activity

describe('surfacesOf', () => {
  it.each([
    [
      'an accepted completion',
      feature('code_completion', { code_acceptance_activity_count: 1 }),
      ['completions'],
    ],
    [
      'only suggestions',
      feature('code_completion', {
        code_generation_activity_count: 9,
        code_acceptance_activity_count: 0,
      }),
      [],
    ],
    ['ask mode', feature('chat_panel_ask_mode'), ['chat']],
    ['an inline chat', feature('chat_inline'), ['chat']],
    ['agent mode', feature('chat_panel_agent_mode'), ['chat', 'agent']],
    ['lines of the agent', feature('agent_edit', { loc_added_sum: 3 }), ['agent']],
    ['the command line', feature('copilot_cli'), ['cli']],
    ['an unknown mode', feature('chat_panel_unknown_mode'), []],
    ['a feature of the future', feature('dream_mode'), []],
  ])('reads %s from the features', (_what, element, surfaces) => {
    expect(surfacesOf(row(1, { totals_by_feature: [element] }))).toEqual(surfaces)
  })

  it.each([
    [{ used_chat: true }, ['chat']],
    [{ used_agent: true }, ['agent']],
    [{ used_copilot_cloud_agent: true }, ['agent']],
    [{ used_copilot_coding_agent: true }, ['agent']],
    [{ used_cli: true }, ['cli']],
    [{ totals_by_cli: { session_count: 1 } }, ['cli']],
    [{ used_copilot_app: true }, ['app']],
    [{ totals_by_copilot_app: { session_count: 2 } }, ['app']],
    [{ used_copilot_code_review_active: true }, ['code_review']],
    [{ used_copilot_code_review_passive: true }, []],
  ])('reads %j', (members, surfaces) => {
    expect(surfacesOf(row(1, members))).toEqual(surfaces)
  })
})

describe('surfaceUse', () => {
  it('is unknown for each surface of a row without members', () => {
    const use = surfaceUse({ day, user_id: 1 })
    expect(Object.values(use)).toEqual(Array.from({ length: 6 }, () => undefined))
  })
})

describe('countActivity', () => {
  it('counts a person in each used surface', () => {
    const both = row(1, { used_cli: true, totals_by_feature: [feature('chat_panel_agent_mode')] })
    expect(activity(both, row(2, { used_cli: true }), row(3))).toMatchObject({
      people: 3,
      surfaces: { completions: 0, chat: 1, agent: 1, cli: 2, app: 0, code_review: 0 },
    })
  })

  it('omits a surface when the use of one person is unknown', () => {
    const { used_cli: _, ...unknown } = row(2)
    const surfaces = countPeople([row(1, { used_cli: true }), unknown].map(userDay)).activity
      .surfaces
    expect(surfaces).not.toHaveProperty('cli')
    expect(surfaces).toHaveProperty('app', 0)
  })

  it('keeps features without a surface by name', () => {
    const others = ['dream_mode', 'chat_panel_unknown_mode', '__proto__'].map((name) =>
      feature(name),
    )
    const { other_features: counts, surfaces } = activity(
      row(1, { totals_by_feature: others }),
      row(2, { totals_by_feature: others.slice(0, 1) }),
    )
    expect(Object.entries(counts ?? {})).toEqual([
      ['dream_mode', 2],
      ['chat_panel_unknown_mode', 1],
      ['__proto__', 1],
    ])
    expect(surfaces.chat).toBe(0)
  })

  it('adds the interactions and lines of the rows', () => {
    const counted = { user_initiated_interaction_count: 4, loc_added_sum: 30 }
    expect(activity(row(1, counted), row(1, counted), row(2, counted))).toMatchObject({
      people: 2,
      interactions: 12,
      lines_added: 90,
    })
    const { loc_added_sum: _, totals_by_feature: __, ...unknown } = row(2)
    const partly = countPeople([row(1, counted), unknown].map(userDay)).activity
    expect(partly).not.toHaveProperty('lines_added')
  })

  it('adds known credits and counts their people', () => {
    const people = [row(1, { ai_credits_used: 0.1 }), row(2, { ai_credits_used: 0.2 }), row(3)]
    expect(activity(...people)).toMatchObject({ people: 3, credits: 0.3, people_with_credits: 2 })
  })

  it('omits credits that the host does not state, but keeps a zero', () => {
    expect(activity(row(1), row(2, { ai_credits_used: -1 }))).not.toHaveProperty('credits')
    expect(activity(row(1, { ai_credits_used: 0 }))).toMatchObject({ credits: 0 })
  })
})

describe('activityOf', () => {
  it('is undefined without an activity, or with a malformed one', () => {
    expect(activityOf({ date: day })).toBeUndefined()
    expect(activityOf({ date: day, activity: { people: 'three' } })).toBeUndefined()
  })
})

describe('mergeDays', () => {
  const stored = (members: object) => ({
    date: day,
    activity: { people: 3, surfaces: { cli: 2 }, people_with_credits: 0, ...members },
  })

  it('keeps stored credits of more people', () => {
    const before = stored({ credits: 9.5, people_with_credits: 3 })
    const [merged] = mergeDays(
      [before],
      [stored({ credits: 4, people_with_credits: 1, interactions: 7 })],
    )
    expect(merged).toHaveProperty('activity.interactions', 7)
    expect(merged).toMatchObject({ activity: { credits: 9.5, people_with_credits: 3 } })
  })

  it('replaces stored credits that the host restates', () => {
    const before = stored({ credits: 9.5, people_with_credits: 3 })
    const [merged] = mergeDays([before], [stored({ credits: 4, people_with_credits: 3 })])
    expect(merged).toMatchObject({ activity: { credits: 4 } })
  })

  it('keeps the stored activity when a loaded day has none', () => {
    const [merged] = mergeDays([stored({ credits: 9.5 })], [{ date: day }])
    expect(merged).toMatchObject({ activity: { surfaces: { cli: 2 }, credits: 9.5 } })
  })
})
