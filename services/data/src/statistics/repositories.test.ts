import { describe, expect, it } from '@jest/globals'
import { buoy, harbour, tide } from './repositories.fixture.ts'
import {
  countFutureCommits,
  filterRepositories,
  findRepositories,
  repositoriesOf,
  selected,
  type RepositoryFilter,
  type Selection,
} from './repositories.ts'

const now = Date.parse('2025-11-26T00:00:00Z')
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const parse = (...repositories: unknown[]) => repositoriesOf({ repositories })
const named = (...records: object[]) => records.map((record, i) => ({ name: `r${i}`, ...record }))
const rawOf = (selection: Selection) => selected(selection).map(({ raw }) => raw)
const fleet = parse(harbour, tide, buoy)

describe('repositoriesOf', () => {
  it('leaves out elements without a name', () => {
    const opaque = [null, 'text', 1, [], {}, { name: '' }, { name: 7 }]
    expect(parse(...opaque, harbour).all.map(({ raw }) => raw)).toEqual([harbour])
  })

  it('returns null for a last update that is not a string', () => {
    const updated = (last_updated: unknown) =>
      repositoriesOf({ repositories: [], metadata: { last_updated } }).lastUpdated
    expect([updated('2026'), updated(7), updated(undefined)]).toEqual(['2026', null, null])
  })

  it('parses a version once', () => {
    const version = { repositories: [harbour] }
    expect(repositoriesOf(version)).toBe(repositoriesOf(version))
    expect(repositoriesOf({ ...version })).not.toBe(repositoriesOf(version))
  })
})

describe('filterRepositories', () => {
  const passing = (filter: RepositoryFilter, repositories = fleet) =>
    rawOf(filterRepositories(repositories, filter, now))

  it('returns all repositories in stored order without a filter', () => {
    expect(passing({})).toEqual([harbour, tide, buoy])
  })

  it('returns those changed since the instant, inclusive', () => {
    expect(passing({ since: day('2024-05-01') })).toEqual([harbour, tide])
    expect(passing({ since: day('2024-05-01') + 1 })).toEqual([harbour])
    expect(passing({ since: day('2025-11-21') })).toEqual([])
  })

  it('excludes repositories without a readable last commit from a date filter', () => {
    const undated = [undefined, null, '', 'yesterday', 1_700_000_000_000, '2024-02-30', {}]
    const stored = parse(...named(...undated.map((last_commit) => ({ last_commit }))))
    expect(passing({}, stored)).toHaveLength(7)
    expect(passing({ since: day('0000-01-01') }, stored)).toEqual([])
  })

  it('includes a commit dated in the future once that date has passed', () => {
    const stored = parse({ name: 'a', last_commit: '2027-01-01' })
    const at = (instant: number) => filterRepositories(stored, { since: 0 }, instant).indexes.length
    expect([at(day('2027-01-01') - 1), at(day('2027-01-01'))]).toEqual([0, 1])
    expect(filterRepositories(stored, {}, now).indexes).toHaveLength(1)
  })

  it('compares the archived flag by truthiness', () => {
    expect(passing({ archived: true })).toEqual([tide])
    const flags = [1, 'no', {}, 0, '', null, undefined].map((is_archived) => ({ is_archived }))
    expect(passing({ archived: true }, parse(...named(...flags)))).toHaveLength(3)
  })

  it('combines the date with the archived flag', () => {
    expect(passing({ since: day('2024-01-01'), archived: false })).toEqual([harbour])
  })
})

describe('findRepositories', () => {
  const namesakes = [{ ...tide, name: 'HARBOUR-API' }, buoy, harbour, { name: null }, {}]
  const stored = parse(...namesakes)
  const find = (names: string[], filter: RepositoryFilter = {}) =>
    rawOf(findRepositories(stored, names, filter, now))

  it('finds every repository with a name in any case, in stored order', () => {
    const found = find(['harbour-api', 'nowhere', 'Buoy', 'buoy'])
    expect(found).toEqual(namesakes.slice(0, 3))
    expect(found[2]).toBe(harbour)
  })

  it('applies the filter to named repositories', () => {
    const names = ['harbour-api', 'buoy']
    expect(find(names, { archived: true })).toEqual([namesakes[0]])
    expect(find(names, { since: day('2025-01-01') })).toEqual([harbour])
  })

  it.each(['null', 'undefined', '__proto__', 'constructor', ''])(
    'finds nothing under the unused name "%s"',
    (name) => {
      expect(find([name])).toEqual([])
    },
  )
})

describe('countFutureCommits', () => {
  it('decreases when a commit dated in the future has passed', () => {
    const dates = ['2030-01-01', '2027-01-01', '2028-01-01']
    const commits = named(...dates.map((last_commit) => ({ last_commit })))
    const count = (text: string) => countFutureCommits(parse(harbour, ...commits, buoy), day(text))
    expect(['2026-12-31', '2027-01-01', '2029-01-01', '2030-01-01'].map(count)).toEqual([
      3, 2, 1, 0,
    ])
    expect(countFutureCommits(fleet, now)).toBe(0)
  })
})
