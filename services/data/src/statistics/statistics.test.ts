import { describe, expect, it } from '@jest/globals'
import { buoy, harbour, read, tide, use, uses } from './repositories.fixture.ts'
import { countRepositories } from './statistics.ts'

const languagesOf = (...repositories: Record<string, unknown>[]) =>
  countRepositories(read(...repositories)).language_statistics

describe('countRepositories', () => {
  it('counts repositories by visibility, and sums their languages', () => {
    expect(countRepositories(read(harbour, tide, buoy))).toEqual({
      stats: {
        total_repos: 3,
        total_private_repos: 1,
        total_public_repos: 1,
        total_internal_repos: 1,
      },
      language_statistics: {
        TypeScript: { repo_count: 2, average_percentage: 66.667, total_size: 140_000 },
        Shell: { repo_count: 1, average_percentage: 30, total_size: 30_000 },
        Python: { repo_count: 1, average_percentage: 36.667, total_size: 10 },
      },
    })
  })

  it('compares visibilities exactly', () => {
    const { stats } = countRepositories(
      read({ visibility: 'public' }, { visibility: 'Private' }, {}),
    )
    expect(Object.values(stats)).toEqual([3, 0, 0, 0])
  })

  it('adds percentages in stored order', () => {
    const percentages = [69, 53.4, 1.4, 68.5, 75.6, 54.6, 60.8, 55]
    const meanOf = (values: readonly number[]) =>
      languagesOf(...values.map((percentage) => uses(use('Go', percentage, 1))))['Go']
        ?.average_percentage
    expect(meanOf(percentages)).toBe(54.788)
    expect(meanOf(percentages.toReversed())).toBe(54.787)
  })

  it('orders languages by their first use', () => {
    expect(Object.keys(languagesOf(tide, harbour))).toEqual(['Python', 'TypeScript', 'Shell'])
  })

  it('counts a language twice when a repository lists it twice', () => {
    expect(languagesOf(uses(use('Go', 10, 1), use('Go', 20.0005, 2)))).toEqual({
      Go: { repo_count: 2, average_percentage: 15, total_size: 3 },
    })
  })

  it.each(['70', null, undefined, Infinity, Number.NaN, 1e300, {}, [7]])(
    'counts %p, which is not a safe number, as 0',
    (value) => {
      expect(languagesOf(uses(use('Go', value, value)))).toEqual({
        Go: { repo_count: 1, average_percentage: 0, total_size: 0 },
      })
    },
  )

  it('leaves out languages without a name and repositories without languages', () => {
    const nameless = uses(use(1, 1, 1), use(null, 1, 1), null, 'Go', [])
    const none = [{ technologies: 'Go' }, { technologies: { languages: 'Go' } }, {}]
    expect(languagesOf(nameless, { technologies: null }, ...none)).toEqual({})
  })

  it('keeps languages with the names of object built-ins', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const languages = languagesOf(uses(...names.map((name) => use(name, 1, 1))))
    expect(Object.keys(JSON.parse(JSON.stringify(languages)))).toEqual(names)
    expect(Object.getPrototypeOf(languages)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)['repo_count']).toBeUndefined()
  })
})
