import { filterRepositories, repositoriesOf } from './repositories.ts'

export const use = (name: unknown, percentage: unknown, size: unknown) => ({
  name,
  percentage,
  size,
})
export const uses = (...languages: unknown[]) => ({ technologies: { languages } })

export const harbour = {
  name: 'harbour-api',
  visibility: 'PUBLIC',
  is_archived: false,
  last_commit: '2025-11-20T10:30:00Z',
  ...uses(use('TypeScript', 70, 70_000), use('Shell', 30, 30_000)),
}
export const tide = {
  name: 'Tide-Tables',
  visibility: 'PRIVATE',
  is_archived: true,
  last_commit: '2024-05-01',
  ...uses(use('Python', 36.667, 10), use('TypeScript', 63.334, 70_000)),
}
export const buoy = { name: 'buoy', visibility: 'INTERNAL', is_archived: false, last_commit: null }

/** All repositories of a version; each gets a name. */
export const read = (...records: object[]) => {
  const repositories = records.map((record, i) => ({ name: `r${i}`, ...record }))
  return filterRepositories(repositoriesOf({ repositories }), {}, 0)
}
