import { createRandom, repositoryAddress } from './generate-projects.ts'

const LANGUAGES = 80
const USES = 5
const DAY = 86_400_000
const FIRST_COMMIT = Date.UTC(2015)
const DAYS = 3650

/** Generates `repositories.json`, identical in every run. */
export function generateRepositories(count: number) {
  const below = createRandom()
  const repositories = Array.from({ length: count }, (_, index) => ({
    name: `repository-${index}`,
    url: repositoryAddress(index),
    visibility: ['PUBLIC', 'PRIVATE', 'INTERNAL'][index % 3],
    is_archived: below(5) === 0,
    last_commit: new Date(FIRST_COMMIT + below(DAYS) * DAY + below(DAY)).toISOString(),
    technologies: {
      languages: Array.from({ length: USES }, () => ({
        name: `Language ${below(LANGUAGES)}`,
        percentage: below(1000) / 10,
        size: below(100_000),
      })),
    },
  }))
  return { repositories }
}
