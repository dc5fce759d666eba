import type { RepositoryFilter } from './repositories.ts'

type Stored = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectsOf = (value: unknown): Stored[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** The filters of the contract, one after the other. */
export function naiveFilter(
  stored: unknown,
  { since, archived }: RepositoryFilter,
  now: number,
): Stored[] {
  return objectsOf(stored)
    .filter(({ name }) => typeof name === 'string' && name !== '')
    .filter(({ last_commit }) => {
      if (since === undefined) return true
      if (typeof last_commit !== 'string') return false
      const instant = Date.parse(last_commit)
      return since <= instant && instant <= now
    })
    .filter(({ is_archived }) => archived === undefined || archived === Boolean(is_archived))
}

/** Statistics as JSON, one sum at a time; the JSON preserves the order of keys. */
export function naiveStatistics(repositories: readonly Stored[]): string {
  const uses = repositories
    .flatMap(({ technologies }) =>
      isObject(technologies) ? objectsOf(technologies.languages) : [],
    )
    .filter(({ name }) => typeof name === 'string')
  const languages = [...new Set(uses.map(({ name }) => name))].map((language) => {
    const its = uses.filter(({ name }) => name === language)
    const sum = (field: string) =>
      its.reduce((total, { [field]: value }) => total + (typeof value === 'number' ? value : 0), 0)
    const statistics = {
      repo_count: its.length,
      average_percentage: Number((sum('percentage') / its.length).toFixed(3)),
      total_size: sum('size'),
    }
    return `${JSON.stringify(language)}:${JSON.stringify(statistics)}`
  })
  const count = (wanted: string) =>
    repositories.filter(({ visibility }) => visibility === wanted).length
  const stats = {
    total_repos: repositories.length,
    total_private_repos: count('PRIVATE'),
    total_public_repos: count('PUBLIC'),
    total_internal_repos: count('INTERNAL'),
  }
  return `{"stats":${JSON.stringify(stats)},"language_statistics":{${languages.join(',')}}}`
}
