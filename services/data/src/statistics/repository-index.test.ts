import { describe, expect, it } from '@jest/globals'
import { buoy, harbour, tide, use, uses } from './repositories.fixture.ts'
import { createCurrentIndex, createRepositoryIndex } from './repository-index.ts'

const now = Date.parse('2025-11-26T00:00:00Z')
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const index = (...repositories: unknown[]) => createRepositoryIndex({ repositories }, now)

const fleet = await index(harbour, tide, buoy)

describe('statistics', () => {
  it('counts all repositories without a filter', () => {
    expect(fleet.statistics({})).toEqual({
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

  it('adds percentages in stored order, on which the last decimal of a mean may depend', async () => {
    const percentages = [69, 53.4, 1.4, 68.5, 75.6, 54.6, 60.8, 55]
    const meanOf = async (values: readonly number[]) => {
      const stored = values.map((percentage, i) => ({
        is_archived: i % 2 === 1,
        last_commit: `2025-01-0${8 - i}`,
        ...uses(use('Go', percentage, 1)),
      }))
      const { language_statistics } = (await index(...stored)).statistics({
        since: day('2025-01-01'),
      })
      return language_statistics['Go']?.average_percentage
    }
    expect(await meanOf(percentages)).toBe(54.788)
    expect(await meanOf(percentages.toReversed())).toBe(54.787)
  })

  it('keeps what was changed since, the instant itself included', () => {
    const total = (since: number) => fleet.statistics({ since }).stats.total_repos
    expect(total(day('2024-05-01'))).toBe(2)
    expect(total(day('2024-05-01') + 1)).toBe(1)
    expect(total(day('2025-11-21'))).toBe(0)
    expect(total(now + 1)).toBe(0)
  })

  it('never lets a repository without a readable last commit pass a date', async () => {
    const undated = [undefined, null, '', 'yesterday', 1_700_000_000_000, '2024-02-30', {}]
    const stored = undated.map((last_commit) => ({ last_commit }))
    const dated = await index(...stored)
    expect(dated.statistics({}).stats.total_repos).toBe(7)
    expect(dated.statistics({ since: day('0000-01-01') }).stats.total_repos).toBe(0)
  })

  it('combines the date with the archived flag, which is taken by truthiness', async () => {
    const total = (archived: boolean) => fleet.statistics({ archived }).stats.total_repos
    expect([total(true), total(false)]).toEqual([1, 2])
    const since = day('2024-01-01')
    expect(fleet.statistics({ since, archived: false }).stats.total_public_repos).toBe(1)
    expect(fleet.statistics({ since, archived: false }).stats.total_repos).toBe(1)
    const flags = await index(
      ...[1, 'no', {}, 0, '', null, undefined].map((is_archived) => ({ is_archived })),
    )
    expect(flags.statistics({ archived: true }).stats.total_repos).toBe(3)
  })

  it('compares visibilities exactly', async () => {
    const odd = await index({ visibility: 'public' }, { visibility: 'Private' }, {})
    const { stats } = odd.statistics({})
    expect(Object.values(stats)).toEqual([3, 0, 0, 0])
  })

  it('orders languages as the repositories that are left name them first', () => {
    const { language_statistics } = fleet.statistics({ archived: true })
    expect(Object.keys(language_statistics)).toEqual(['Python', 'TypeScript'])
  })

  it('counts a language twice when a repository lists it twice', async () => {
    const twice = await index(uses(use('Go', 10, 1), use('Go', 20.0005, 2)))
    expect(twice.statistics({}).language_statistics).toEqual({
      Go: { repo_count: 2, average_percentage: 15, total_size: 3 },
    })
  })

  it('counts what is not a number as 0', async () => {
    for (const odd of ['70', null, undefined, Infinity, Number.NaN, 1e300, {}, [7]]) {
      const { language_statistics } = (await index(uses(use('Go', odd, odd)))).statistics({})
      expect(language_statistics).toEqual({
        Go: { repo_count: 1, average_percentage: 0, total_size: 0 },
      })
    }
  })

  it('leaves out languages without a name and repositories without languages', async () => {
    const odd = [uses(use(1, 1, 1), use(null, 1, 1), null, 'Go', []), { technologies: null }]
    const none = [{ technologies: 'Go' }, { technologies: { languages: 'Go' } }, {}]
    expect((await index(...odd, ...none)).statistics({}).language_statistics).toEqual({})
  })

  it('keeps languages that are named like object built-ins', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const built = await index(uses(...names.map((name) => use(name, 1, 1))))
    const { language_statistics } = built.statistics({})
    expect(Object.keys(JSON.parse(JSON.stringify(language_statistics)))).toEqual(names)
    expect(Object.getPrototypeOf(language_statistics)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>)['repo_count']).toBeUndefined()
  })

  it('skips elements that are not objects and documents without a list', async () => {
    const odd = await index(null, 'text', 1, [], harbour)
    expect(odd.statistics({}).stats.total_repos).toBe(1)
    for (const document of [null, undefined, 'text', [], {}, { repositories: {} }]) {
      const { stats } = (await createRepositoryIndex(document, now)).statistics({ since: 0 })
      expect(stats.total_repos).toBe(0)
    }
  })
})

describe('validUntil', () => {
  it('is the first last commit still to come', async () => {
    const commit = (last_commit: string) => ({ last_commit })
    const ahead = [commit('2030-01-01'), commit('2027-01-01'), commit('2028-01-01')]
    expect((await index(harbour, ...ahead, buoy)).validUntil).toBe(day('2027-01-01'))
    expect(fleet.validUntil).toBe(Infinity)
  })

  it('is when an index made anew lets that repository pass', async () => {
    const document = { repositories: [{ last_commit: '2027-01-01' }] }
    const before = await createRepositoryIndex(document, day('2027-01-01') - 1)
    const then = await createRepositoryIndex(document, day('2027-01-01'))
    const total = (made: typeof then) => made.statistics({ since: 0 }).stats.total_repos
    expect([total(before), total(then)]).toEqual([0, 1])
    expect(then.validUntil).toBe(Infinity)
    expect(before.statistics({}).stats.total_repos).toBe(1)
  })
})

describe('createCurrentIndex', () => {
  const version = (etag: string, ...repositories: unknown[]) => ({ value: { repositories }, etag })

  it('indexes a version once for all who ask together', async () => {
    const indexOf = createCurrentIndex(() => now)
    const asked = await Promise.all([indexOf(version('1', tide)), indexOf(version('1', tide))])
    expect(asked[0]).toBe(asked[1])
    expect(await indexOf(version('1', tide))).toBe(asked[0])
  })

  it('answers who read the version before until the next one is indexed', async () => {
    const indexOf = createCurrentIndex(() => now)
    const first = await indexOf(version('1', tide))
    const second = indexOf(version('2', tide, buoy))
    expect(await indexOf(version('1', tide))).toBe(first)
    expect((await second).index.statistics({}).stats.total_repos).toBe(2)
    expect(await indexOf(version('2', tide, buoy))).toBe(await second)
  })

  it('indexes anew, under another key, when a commit of the future has come to pass', async () => {
    let time = day('2026-01-01')
    const indexOf = createCurrentIndex(() => time)
    const ahead = version('1', { last_commit: '2026-01-02' })
    const before = await indexOf(ahead)
    time = day('2026-01-02')
    const after = await indexOf(ahead)
    expect(after.cacheKey).not.toBe(before.cacheKey)
    expect(after.index.statistics({ since: 0 }).stats.total_repos).toBe(1)
  })
})
