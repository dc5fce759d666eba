import { describe, expect, it } from '@jest/globals'
import { keepKnown, mergeDays, mergeTeamDays } from './merge-history.ts'

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
  it('adds and replaces days in order and keeps all others', () => {
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

describe('a day of which more was known before', () => {
  it('stays, since a report was missing', () => {
    const before = { ...day('2026-11-01', 5), total_engaged_users: 4 }
    expect(mergeDays([before], [day('2026-11-01', 9)])).toEqual([before])
    const better = { ...before, total_engaged_users: 6 }
    expect(mergeDays([before], [better])).toEqual([better])
    expect(mergeDays([day('2026-11-01', 5)], [better])).toEqual([better])
  })
})

describe('members of a day that other programs stored', () => {
  it('stay beside what is loaded', () => {
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
  it('keeps teams and days of which nothing was loaded', () => {
    const history = [{ team: team('old'), data: [day('2026-01-01')], note: 'kept' }]
    const merged = mergeTeamDays(history, [teamDay('new', '2026-11-01', 7)], [team('new', 7)])
    expect(merged).toEqual([...history, { team: team('new', 7), data: [day('2026-11-01', 2)] }])
  })

  it('recognises a renamed team by its id', () => {
    const history = [{ team: team('before', 7), data: [day('2026-01-01')] }]
    const merged = mergeTeamDays(history, [teamDay('after', '2026-11-01', 7)], [team('after', 7)])
    expect(merged).toEqual([
      { team: team('after', 7), data: [day('2026-01-01'), day('2026-11-01', 2)] },
    ])
  })

  it('goes on with the history of a slug whose old id is gone, and only then', () => {
    const history = [{ team: team('a', 7), data: [day('2026-01-01')] }]
    const loaded = [teamDay('a', '2026-11-01', 8)]
    const merged = mergeTeamDays(history, loaded, [team('a', 8)])
    expect(merged).toEqual([
      { team: team('a', 8), data: [day('2026-01-01'), day('2026-11-01', 2)] },
    ])
    // Renamed, and its slug taken by another: two teams.
    expect(mergeTeamDays(history, loaded, [team('b', 7), team('a', 8)])).toHaveLength(2)
    // Nobody knows which teams there are.
    expect(mergeTeamDays(history, loaded, [])).toHaveLength(2)
  })

  it('recognises by its slug a team that was stored without an id', () => {
    const history = [{ team: team('a'), data: [day('2026-01-01')] }]
    const [merged] = mergeTeamDays(history, [teamDay('a', '2026-11-01', 7)], [])
    expect(merged?.team).toEqual(team('a', 7))
    expect(merged?.data).toHaveLength(2)
  })

  it('gives a team that nobody describes texts all the same', () => {
    expect(mergeTeamDays([], [teamDay('a', '2026-11-01')], [])[0]?.team).toEqual(team('a'))
  })
})

describe('keepKnown', () => {
  it('keeps members, elements and numbers that are missing now, and takes what is new', () => {
    const before = {
      date: 'd',
      note: 'of another program',
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
    expect(keepKnown(loaded, before)).toEqual({
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

  it('tells elements apart by all their names', () => {
    const python = { language: 'python', feature: 'x', lines: 1 }
    const other = { language: 'python', feature: 'y', lines: 2 }
    expect(keepKnown([{ ...python, lines: 3 }], [python, other])).toEqual([
      { ...python, lines: 3 },
      other,
    ])
  })

  it('replaces lists whose elements nothing tells apart, but never by nothing', () => {
    expect(keepKnown([3], [1, 2])).toEqual([3])
    expect(keepKnown([], [1, 2])).toEqual([1, 2])
  })

  it('changes nothing when the same is loaded again, and survives dangerous keys', () => {
    const hostile = JSON.parse('{"__proto__":{"x":1},"constructor":1}')
    expect(JSON.stringify(keepKnown(hostile, hostile))).toBe(JSON.stringify(hostile))
    expect(JSON.stringify(keepKnown({}, hostile))).toBe(JSON.stringify(hostile))
  })
})
