import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { naiveFilter, naiveStatistics } from './naive-statistics.fixture.ts'
import { createRepositoryIndex } from './repository-index.ts'
import { parseRequestedNames } from './filter.ts'

const now = Date.parse('2025-06-15T00:00:00Z')
const HOUR = 3_600_000

/** Few enough instants around now that ties and limits occur. */
const instant = fc.integer({ min: -20, max: 5 }).map((hours) => now + hours * HOUR)
const odd = fc.constantFrom<unknown>(null, undefined, '', 'x', 1, true, [], {}, [null])
const orOdd = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: odd })

/** Many means lie between two decimals: which way they are rounded depends on the order of adding. */
const percentage = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 10_000),
  fc.integer({ min: -20, max: 2_000 }).map((parts) => parts / 20 + 0.0005),
)
const language = fc.record(
  {
    name: orOdd(fc.constantFrom('Go', 'Rust', 'C', '__proto__', 'constructor', 'x y', 'Ω')),
    percentage: orOdd(percentage),
    size: orOdd(fc.nat()),
  },
  { requiredKeys: [] },
)
const repository = fc.record(
  {
    name: orOdd(fc.constantFrom('a', 'A', 'b', 'B', 'ccc', '__proto__')),
    visibility: orOdd(fc.constantFrom('PUBLIC', 'PRIVATE', 'INTERNAL', 'public')),
    is_archived: orOdd(fc.boolean()),
    last_commit: orOdd(instant.map((value) => new Date(value).toISOString())),
    technologies: orOdd(
      fc.record({ languages: orOdd(fc.array(orOdd(language), { maxLength: 4 })) }),
    ),
  },
  { requiredKeys: [] },
)
const repositories = fc.array(orOdd(repository), { maxLength: 25 })
const filter = fc.record({
  since: fc.option(instant, { nil: undefined }),
  archived: fc.option(fc.boolean(), { nil: undefined }),
})

describe('createRepositoryIndex', () => {
  it('answers every filter as counting one by one does, to the letter', async () => {
    await fc.assert(
      fc.asyncProperty(
        repositories,
        fc.array(filter, { minLength: 1, maxLength: 5 }),
        async (stored, filters) => {
          const index = await createRepositoryIndex({ repositories: stored }, now)
          for (const filter of filters) {
            expect(JSON.stringify(index.statistics(filter))).toBe(
              naiveStatistics(naiveFilter(stored, filter, now)),
            )
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('answers alike wherever the date cuts a long list', async () => {
    const long = fc.array(repository, { minLength: 100, maxLength: 200, size: 'max' })
    await fc.assert(
      fc.asyncProperty(
        long,
        fc.array(filter, { minLength: 20, maxLength: 20 }),
        async (stored, filters) => {
          const index = await createRepositoryIndex({ repositories: stored }, now)
          for (const filter of filters) {
            expect(JSON.stringify(index.statistics(filter))).toBe(
              naiveStatistics(naiveFilter(stored, filter, now)),
            )
          }
        },
      ),
      { numRuns: 20 },
    )
  })

  it('answers names as comparing one by one does, to the letter', async () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'CCC', 'd', '__proto__'), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(repositories, names, filter, async (stored, names, filter) => {
        const wanted = parseRequestedNames(names)
        const found = naiveFilter(stored, filter, now).filter(
          ({ name }) => typeof name === 'string' && wanted.includes(name.toLowerCase()),
        )
        const index = await createRepositoryIndex({ repositories: stored }, now)
        const { repositories, found_repos, ...statistics } = index.named(wanted, filter)
        expect(repositories).toEqual(found)
        expect(found_repos).toEqual(found.map(({ name }) => name))
        expect(JSON.stringify(statistics)).toBe(naiveStatistics(found))
      }),
      { numRuns: 500 },
    )
  })

  it('averages any percentages to within one unit of the last decimal', async () => {
    const percentages = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(percentages, async (values) => {
        const stored = values.map((percentage) => ({
          technologies: { languages: [{ name: 'Go', percentage }] },
        }))
        const index = await createRepositoryIndex({ repositories: stored }, now)
        const { Go } = index.statistics({}).language_statistics
        const average = values.reduce((sum, value) => sum + value, 0) / values.length
        expect(Math.abs(Go!.average_percentage - average)).toBeLessThan(0.000_501)
        expect(Go!.average_percentage).toBe(Number(Go!.average_percentage.toFixed(3)))
      }),
    )
  })

  it('writes numbers that JSON has, whatever is stored', async () => {
    const anything = fc.anything({ withNullPrototype: true })
    const use = fc.record({ name: fc.string(), percentage: fc.double(), size: fc.double() })
    const stored = fc.record({ technologies: fc.record({ languages: fc.array(use) }) })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(stored, anything)), async (repositories) => {
        const index = await createRepositoryIndex({ repositories }, now)
        const { stats, language_statistics } = index.statistics({})
        const numbers = Object.values(language_statistics).flatMap(Object.values)
        expect([...Object.values(stats), ...numbers].every(Number.isFinite)).toBe(true)
      }),
    )
  })
})
