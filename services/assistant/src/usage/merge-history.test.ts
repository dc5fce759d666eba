import { describe, expect, it } from '@jest/globals'
import { mergeValue, mergeDays, mergeTeamDays } from './merge-history.ts'
import { withheldDay } from './withheld-days.ts'

const day = (date: string, total_active_users = 1) => ({ date, total_active_users })
const teamDay = (slug: string, date: string, teamId?: number) => ({
  slug,
  teamId,
  day: day(date, 2),
})
const team = (slug: string, id?: number) => ({
  slug,
  name: slug,
  description: '',
  url: '',
  ...(id !== undefined && { id }),
})

describe('mergeDays', () => {
  it('adds and replaces days in order, and keeps all others', () => {
    const history = [day('2024-01-01'), day('2026-11-02'), day('2026-11-03')]
    const merged = mergeDays(history, [day('2026-11-03', 9), day('2026-11-01', 8)])
    expect(merged).toEqual([
      day('2024-01-01'),
      day('2026-11-01', 8),
      day('2026-11-02'),
      day('2026-11-03', 9),
    ])
    expect(mergeDays(merged, [day('2026-11-03', 9)])).toEqual(merged)
    expect(mergeDays(merged, [])).toEqual(merged)
  })
})

describe('mergeDays with a missing number', () => {
  it('keeps the stored day', () => {
    const before = { ...day('2026-11-01', 5), total_engaged_users: 4 }
    expect(mergeDays([before], [day('2026-11-01', 9)])).toEqual([before])
    const better = { ...before, total_engaged_users: 6 }
    expect(mergeDays([before], [better])).toEqual([better])
    expect(mergeDays([day('2026-11-01', 5)], [better])).toEqual([better])
  })
})

describe('mergeDays with a withheld day', () => {
  const withheld = withheldDay('2026-11-01')

  it('keeps the stored day', () => {
    const others = { date: '2026-11-01', note: 'from another program' }
    expect(mergeDays([others], [withheld])).toEqual([others])
    expect(mergeDays([day('2026-11-01', 7)], [withheld])).toEqual([day('2026-11-01', 7)])
    expect(mergeDays([], [withheld])).toEqual([withheld])
  })

  it('replaces it by a day with usage', () => {
    const [merged] = mergeDays([withheld], [day('2026-11-01', 7)])
    expect(merged).toMatchObject(day('2026-11-01', 7))
    expect(merged).not.toHaveProperty('withheld')
  })
})

describe('mergeDays with unknown members', () => {
  it('keeps members that other programs stored', () => {
    const before = {
      ...day('2026-11-01', 5),
      note: 'kept',
      report: { daily_active_users: 5, x: 1 },
    }
    const loaded = { ...day('2026-11-01', 6), report: { daily_active_users: 6 } }
    expect(mergeDays([before], [loaded])).toEqual([
      { ...loaded, note: 'kept', report: { daily_active_users: 6, x: 1 } },
    ])
  })
})

describe('mergeTeamDays', () => {
  it('keeps teams and days that were not loaded', () => {
    const history = [{ team: team('old'), data: [day('2026-01-01')], note: 'kept' }]
    const merged = mergeTeamDays(history, [teamDay('new', '2026-11-01', 7)], [team('new', 7)])
    expect(merged).toEqual([...history, { team: team('new', 7), data: [day('2026-11-01', 2)] }])
  })

  it('matches a renamed team by its id', () => {
    const history = [{ team: team('before', 7), data: [day('2026-01-01')] }]
    const merged = mergeTeamDays(history, [teamDay('after', '2026-11-01', 7)], [team('after', 7)])
    expect(merged).toEqual([
      { team: team('after', 7), data: [day('2026-01-01'), day('2026-11-01', 2)] },
    ])
  })

  it('continues the history of a slug only when its old id no longer exists', () => {
    const history = [{ team: team('a', 7), data: [day('2026-01-01')] }]
    const loaded = [teamDay('a', '2026-11-01', 8)]
    const merged = mergeTeamDays(history, loaded, [team('a', 8)])
    expect(merged).toEqual([
      { team: team('a', 8), data: [day('2026-01-01'), day('2026-11-01', 2)] },
    ])
    // The team was renamed and another team uses its slug.
    expect(mergeTeamDays(history, loaded, [team('b', 7), team('a', 8)])).toHaveLength(2)
    // The current teams are unknown.
    expect(mergeTeamDays(history, loaded, [])).toHaveLength(2)
  })

  it('matches a team without a stored id by its slug', () => {
    const history = [{ team: team('a'), data: [day('2026-01-01')] }]
    const [merged] = mergeTeamDays(history, [teamDay('a', '2026-11-01', 7)], [])
    expect(merged?.team).toEqual(team('a', 7))
    expect(merged?.data).toHaveLength(2)
  })

  it('creates a team without description from its slug', () => {
    expect(mergeTeamDays([], [teamDay('a', '2026-11-01')], [])[0]?.team).toEqual(team('a'))
  })
})

describe('mergeValue', () => {
  it('keeps missing members, elements and numbers, and adds new ones', () => {
    const before = {
      date: 'd',
      note: 'from another program',
      chat: {
        editors: [
          {
            name: 'all',
            models: [
              { name: 'a', chats: 3 },
              { name: 'b', chats: 2 },
            ],
          },
        ],
      },
      languages: [{ name: 'go', lines: 7, engaged: 1 }],
      active: 4,
    }
    const loaded = {
      date: 'd',
      chat: { editors: [{ name: 'all', models: [{ name: 'a', chats: 5 }] }] },
      languages: [],
      active: 0,
      more: 1,
    }
    expect(mergeValue(loaded, before)).toEqual({
      ...before,
      chat: {
        editors: [
          {
            name: 'all',
            models: [
              { name: 'a', chats: 5 },
              { name: 'b', chats: 2 },
            ],
          },
        ],
      },
      more: 1,
    })
  })

  it('identifies elements by all their key members', () => {
    const python = { language: 'python', feature: 'x', lines: 1 }
    const other = { language: 'python', feature: 'y', lines: 2 }
    expect(mergeValue([{ ...python, lines: 3 }], [python, other])).toEqual([
      { ...python, lines: 3 },
      other,
    ])
  })

  it('replaces arrays without unique keys, but never by an empty array', () => {
    expect(mergeValue([3], [1, 2])).toEqual([3])
    expect(mergeValue([], [1, 2])).toEqual([1, 2])
  })

  it('is idempotent and keeps prototype keys', () => {
    const hostile = JSON.parse('{"__proto__":{"x":1},"constructor":1}')
    expect(JSON.stringify(mergeValue(hostile, hostile))).toBe(JSON.stringify(hostile))
    expect(JSON.stringify(mergeValue({}, hostile))).toBe(JSON.stringify(hostile))
  })
})
