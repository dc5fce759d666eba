import { describe, expect, it } from '@jest/globals'
import { isRepositoryDay, mergeRepositoryDays, sumRepositories } from './repository-usage.ts'

const row = (day: string, repo_id: number, pull_requests: object = {}, others: object = {}) => ({
  day,
  repo_id,
  repo_owner_name: 'acme',
  repo_name: `repository-${repo_id}`,
  repo_visibility: 'PRIVATE',
  pull_requests,
  ...others,
})

describe('mergeRepositoryDays', () => {
  it('replaces rows of the same day and repository, oldest day first', () => {
    const stored = [row('2026-11-11', 9), row('2026-11-12', 7, { total_created: 1 })]
    const corrected = row('2026-11-12', 7, { total_created: 2 })
    const added = [row('2026-11-12', 5), row('2026-11-10', 7)]
    expect(mergeRepositoryDays(stored, [corrected, ...added])).toEqual([
      added[1],
      stored[0],
      added[0],
      corrected,
    ])
  })

  it('changes nothing when the same rows are loaded again', () => {
    const rows = [row('2026-11-11', 9), row('2026-11-12', 7)]
    expect(mergeRepositoryDays(rows, rows.toReversed())).toEqual(rows)
    expect(mergeRepositoryDays(rows, [])).toEqual(rows)
  })
})

describe('sumRepositories', () => {
  it('sums the days of each repository, sorted by name', () => {
    const created = (total_created: number) => ({ total_created, total_merged: 0 })
    const sums = sumRepositories([
      row('2026-11-11', 9, created(4)),
      row('2026-11-11', 7, created(1)),
      row('2026-11-12', 7, created(2)),
    ])
    expect(sums).toMatchObject([
      { repo_id: 7, days: 2, total_created: 3, total_merged: 0, repo_visibility: 'PRIVATE' },
      { repo_id: 9, days: 1, total_created: 4 },
    ])
  })

  it('returns null when a day lacks the number', () => {
    const [sums] = sumRepositories([
      row('2026-11-11', 7, { total_created: 1, total_reviewed: -1 }),
      row('2026-11-12', 7, { total_merged: 1 }),
      { day: '2026-11-13', repo_id: 7 },
    ])
    expect(sums).toMatchObject({ total_created: null, total_reviewed: null, total_merged: null })
    expect(sums).toMatchObject({ repo_name: null, repo_owner_name: null, medians: [] })
  })

  it('lists medians by day', () => {
    const median_minutes_to_merge = 730.625
    const [sums] = sumRepositories([
      row('2026-11-12', 7, { median_minutes_to_merge }),
      row('2026-11-11', 7, { median_minutes_to_merge_copilot_reviewed: 2.5 }),
      row('2026-11-10', 7),
    ])
    const none = { median_minutes_to_merge_copilot_authored: null }
    expect(sums?.medians).toEqual([
      {
        ...none,
        day: '2026-11-11',
        median_minutes_to_merge: null,
        median_minutes_to_merge_copilot_reviewed: 2.5,
      },
      {
        ...none,
        day: '2026-11-12',
        median_minutes_to_merge,
        median_minutes_to_merge_copilot_reviewed: null,
      },
    ])
  })

  it('gives a renamed repository the name of its newest row', () => {
    const renamed = row('2026-11-12', 7, {}, { repo_name: 'tides' })
    expect(sumRepositories([renamed, row('2026-11-11', 7)])).toMatchObject([
      { repo_name: 'tides', days: 2 },
    ])
  })
})

describe('isRepositoryDay', () => {
  it.each([undefined, null, '7', 7.5, 2 ** 53])('rejects a row with the id %p', (repo_id) => {
    expect(isRepositoryDay({ day: '2026-11-12', repo_id })).toBe(false)
    expect(isRepositoryDay({ day: '2026-11-12', repo_id: 7 })).toBe(true)
  })
})
