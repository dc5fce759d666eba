import { languagesPicture } from './languages-picture.ts'

const COUNTS = {
  stats: { total_repos: 1, total_private_repos: 1, total_public_repos: 0, total_internal_repos: 0 },
  language_statistics: {
    TypeScript: { repo_count: 1, average_percentage: 69.3, total_size: 347_021 },
    JavaScript: { repo_count: 1, average_percentage: 30.7, total_size: 153_916 },
  },
}
export const STATISTICS_EXAMPLE = {
  ...COUNTS,
  metadata: { last_updated: '2026-11-15T05:00:00Z', filter_date: '2026-01-01' },
}
export const REPOSITORIES_EXAMPLE = {
  repositories: [
    {
      name: 'harbour-api-api',
      url: 'https://scm.example/acme/harbour-api-api',
      visibility: 'PRIVATE',
      is_archived: false,
      last_commit: '2025-12-30T08:50:40Z',
    },
  ],
  ...COUNTS,
  metadata: {
    last_updated: '2026-11-15T05:00:00Z',
    filter_date: null,
    requested_repos: ['harbour-api-api'],
    found_repos: ['harbour-api-api'],
  },
}

export const LANGUAGES_PICTURE_EXAMPLE = languagesPicture(COUNTS)
