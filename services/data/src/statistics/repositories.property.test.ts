import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { naiveFilter, naiveStatistics } from './naive-statistics.fixture.ts'
import { parseRequestedNames } from './filter.ts'
import { filterRepositories, findRepositories, repositoriesOf, selected } from './repositories.ts'
import { countRepositories } from './statistics.ts'

const now = Date.parse('2025-06-15T00:00:00Z')
const HOUR = 3_600_000

/** Few instants around now, so that ties and limits occur. */
const instant = fc.integer({ min: -20, max: 5 }).map((hours) => now + hours * HOUR)
const anything = fc.constantFrom<unknown>(null, undefined, '', 'x', 1, true, [], {}, [null])
const orAnything = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: anything })

/** Many means are halfway between two decimals, where rounding depends on the order of addition. */
const percentage = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 10_000),
  fc.integer({ min: -20, max: 2_000 }).map((parts) => parts / 20 + 0.0005),
)
const language = fc.record(
  {
    name: orAnything(fc.constantFrom('Go', 'Rust', 'C', '__proto__', 'constructor', 'x y', 'Ω')),
    percentage: orAnything(percentage),
    size: orAnything(fc.nat()),
  },
  { requiredKeys: [] },
)
const repository = fc.record(
  {
    name: orAnything(fc.constantFrom('a', 'A', 'b', 'B', 'ccc', '__proto__')),
    visibility: orAnything(fc.constantFrom('PUBLIC', 'PRIVATE', 'INTERNAL', 'public')),
    is_archived: orAnything(fc.boolean()),
    last_commit: orAnything(instant.map((value) => new Date(value).toISOString())),
    technologies: orAnything(
      fc.record({ languages: orAnything(fc.array(orAnything(language), { maxLength: 4 })) }),
    ),
  },
  { requiredKeys: [] },
)
const repositories = fc.array(orAnything(repository), { maxLength: 25 })
const filter = fc.record({
  since: fc.option(instant, { nil: undefined }),
  archived: fc.option(fc.boolean(), { nil: undefined }),
})

const statistics = (stored: unknown[], filter = {}) =>
  countRepositories(filterRepositories(repositoriesOf({ repositories: stored }), filter, now))

describe('statistics of repositories', () => {
  it('equal sums made one at a time, to the last digit', () => {
    fc.assert(
      fc.property(repositories, filter, (stored, filter) => {
        expect(JSON.stringify(statistics(stored, filter))).toBe(
          naiveStatistics(naiveFilter(stored, filter, now)),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it('equal those of repositories compared by name one at a time', () => {
    const names = fc.array(fc.constantFrom('a', 'b', 'CCC', 'd', '__proto__'), { maxLength: 4 })
    fc.assert(
      fc.property(repositories, names, filter, (stored, names, filter) => {
        const wanted = parseRequestedNames(names)
        const expected = naiveFilter(stored, filter, now).filter(
          ({ name }) => typeof name === 'string' && wanted.includes(name.toLowerCase()),
        )
        const parsed = repositoriesOf({ repositories: stored })
        const found = findRepositories(parsed, wanted, filter, now)
        expect(selected(found).map(({ raw }) => raw)).toEqual(expected)
        expect(JSON.stringify(countRepositories(found))).toBe(naiveStatistics(expected))
      }),
      { numRuns: 500 },
    )
  })

  it('have mean percentages within one unit of the last decimal', () => {
    const percentages = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1 })
    fc.assert(
      fc.property(percentages, (values) => {
        const stored = values.map((percentage) => ({
          name: 'a',
          technologies: { languages: [{ name: 'Go', percentage }] },
        }))
        const { Go } = statistics(stored).language_statistics
        const average = values.reduce((sum, value) => sum + value, 0) / values.length
        expect(Math.abs(Go!.average_percentage - average)).toBeLessThan(0.000_501)
        expect(Go!.average_percentage).toBe(Number(Go!.average_percentage.toFixed(3)))
      }),
    )
  })

  it('are finite numbers for any stored values', () => {
    const anything = fc.anything({ withNullPrototype: true })
    const use = fc.record({ name: fc.string(), percentage: fc.double(), size: fc.double() })
    const stored = fc.record({
      name: fc.constant('a'),
      technologies: fc.record({ languages: fc.array(use) }),
    })
    fc.assert(
      fc.property(fc.array(fc.oneof(stored, anything)), (repositories) => {
        const { stats, language_statistics } = statistics(repositories)
        const numbers = Object.values(language_statistics).flatMap((language) => {
          return Object.values(language)
        })
        expect([...Object.values(stats), ...numbers].every(Number.isFinite)).toBe(true)
      }),
    )
  })
})
