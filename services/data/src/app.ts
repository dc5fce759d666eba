import type { Documents } from '@landscape/documents'
import { serviceApp, type AppContext, createAnswerCache } from '@landscape/service'
import { type Route } from '@landscape/http'
import type { RequestListener } from 'node:http'
import { documentRoutes } from './routes/documents.ts'
import { radarRoutes } from './routes/radar.ts'
import { processHealthRoutes, type ProcessFacts } from './routes/health.ts'
import { statisticsRoutes } from './routes/statistics.ts'
import type { IndexOf } from './statistics/repository-index.ts'

interface RouteDeps {
  documents: Documents<'banners' | 'directorates' | 'projects' | 'radar' | 'repositories'>
  /** E-mail domains that the contact columns may show; `*` = any. */
  contactDomains: readonly string[]
  /** See CONTACTS_SHOWN_TO. */
  openContacts: boolean
  /** See CLIENT_PROFILE. */
  existingClients: boolean
  /** The index of a version of the repositories. */
  indexOf: IndexOf
  /** Milliseconds since the epoch. */
  now: () => number
  process: ProcessFacts
}

export type AppDeps = RouteDeps & AppContext

function createRoutes({
  documents,
  contactDomains,
  openContacts,
  existingClients,
  indexOf,
  now,
  process,
}: RouteDeps): Route[] {
  const cache = createAnswerCache()
  return [
    ...documentRoutes({ documents, contactDomains, openContacts, existingClients, cache, now }),
    ...radarRoutes({ radar: documents.radar, cache }),
    ...statisticsRoutes({
      repositories: documents.repositories,
      indexOf,
      cache,
    }),
    ...processHealthRoutes(process, now),
  ]
}

/** The data service: reads the stored documents, writes none. */
export function createApp(deps: AppDeps): RequestListener {
  return serviceApp({ ...deps, title: 'Landscape data', routes: createRoutes(deps) })
}
