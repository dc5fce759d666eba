import type { Documents } from '@landscape/documents'
import { serviceApp, type AppContext } from '@landscape/service'
import type { RequestListener } from 'node:http'
import { arrayDataRoutes } from './routes/array-data.ts'
import { createHistories, HISTORY_NAMES } from './histories.ts'
import { bannerRoutes } from './routes/banners.ts'
import { changesRoutes } from './routes/changes.ts'
import { historyRoutes } from './routes/history.ts'
import { normaliseRoutes } from './routes/normalise.ts'
import { radarRoutes } from './routes/radar.ts'
import type { ShrinkGuard } from './shrink-guard.ts'

interface AppDeps extends AppContext {
  documents: Documents<'banners' | 'arrayData' | 'projects' | 'radar'>
  /** See SHRINK_GUARD. */
  shrinkGuard: ShrinkGuard
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Editing of banners, technology lists and the radar; who changed them, and undoing that. */
export function createApp({ documents, shrinkGuard, now, ...deps }: AppDeps): RequestListener {
  const { banners, arrayData, radar, projects } = documents
  const histories = {
    all: createHistories(documents, HISTORY_NAMES),
    radar: createHistories(documents, ['radar']),
  }
  return serviceApp({
    ...deps,
    title: 'Admin and review',
    routes: [
      ...bannerRoutes({ banners, shrinkGuard, now }),
      ...arrayDataRoutes({ arrayData, shrinkGuard }),
      ...radarRoutes({ radar, shrinkGuard }),
      ...normaliseRoutes({ projects }),
      ...historyRoutes(histories),
      ...changesRoutes(histories),
    ],
  })
}
