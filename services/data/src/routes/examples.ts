import { PROJECT_EXAMPLE, RADAR_EXAMPLE } from '@landscape/contracts'
import { csvRows } from '../csv/csv-rows.ts'
import { atomFeed } from '../radar/atom-feed.ts'
import { drawnRadar } from '../radar/drawn-radar.ts'
import { radarPicture } from '../radar/radar-picture.ts'
import { languagesPicture } from '../statistics/languages-picture.ts'
import { movesOf } from '../radar/moves.ts'

/** What the API description shows for answers that are worked out, made of the examples of documents. */
export const ROWS_EXAMPLE = csvRows(
  { projects: [PROJECT_EXAMPLE] },
  { contactDomains: ['*'] },
).slice(0, 1)

const moves = movesOf(RADAR_EXAMPLE, {})
export const MOVES_EXAMPLE = { changes: moves.map(({ instant: _instant, ...move }) => move) }
export const FEED_EXAMPLE = atomFeed(RADAR_EXAMPLE, moves)

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

export const RADAR_PICTURE_EXAMPLE = radarPicture(drawnRadar(RADAR_EXAMPLE), 'narrow')
export const LANGUAGES_PICTURE_EXAMPLE = languagesPicture(COUNTS)
