import type { Documents } from '@landscape/store/documents/open-documents'
import { createResponseCache } from '@landscape/http/responses/prepared-response'
import type { Route } from '@landscape/http/route/route'
import { serviceApp, type AppContext } from '@landscape/runtime/process/service-app'
import type { Express } from 'express'
import { adviceRoute } from './agents/advice-routes.ts'
import { bannerRoutes } from './banners/routes.ts'
import { changedEntries } from './drift/changed-entries.ts'
import { createDriftReader } from './drift/read-drift.ts'
import { driftRoutes } from './drift/routes.ts'
import type { Landscape } from './join/landscape.ts'
import { createLandscapeReader, type JoinedDocuments } from './join/read-landscape.ts'
import { createLeftOutReport } from './join/report-left-out.ts'
import { createLandscapeSearch } from './search/landscape-search.ts'
import { createSearchReader } from './search/read-search.ts'
import { searchRoutes } from './search/routes.ts'
import { searchPageRoute } from './search/page-routes.ts'
import { technologyPageRoute } from './technologies/page-routes.ts'
import { createTechnologyReader } from './technologies/read-technology.ts'
import { technologyRoutes } from './technologies/routes.ts'
import { completenessRoutes } from './projects/completeness-routes.ts'
import { createProjectReader } from './projects/read-project.ts'
import { projectRoutes } from './projects/routes.ts'
import { mcpRoute } from './agents/mcp-routes.ts'
import { createAdviceReader } from './agents/read-advice.ts'
import { createTrendsReader } from './reads/kept-months.ts'
import { trendRoutes } from './trends/routes.ts'
import { csvRoutes } from './csv/routes.ts'
import { directorateRoutes } from './directorates/routes.ts'
import { type ProcessFacts, processHealthRoute } from './health/routes.ts'
import { editionRoutes } from './editions/routes.ts'
import { editionPageRoute, editionsPageRoute } from './editions/page-route.ts'
import { landingRoute } from './landing/routes.ts'
import { radarPageRoute } from './radar/page-route.ts'
import { createMovesReader } from './radar/read-moves.ts'
import { radarRoutes } from './radar/routes.ts'
import { statisticsRoutes } from './statistics/routes.ts'

interface RouteDeps {
  documents: JoinedDocuments &
    Documents<'banners' | 'landscapeMonths' | 'directorates' | 'radarEditions'>
  /** E-mail domains that the contact columns may show; `*` = any. */
  contactDomains: readonly string[]
  /** See CONTACTS_SHOWN_TO. */
  openContacts: boolean
  /** See REVIEW_AFTER_MONTHS. */
  reviewAfterMonths: number
  /** See CLIENT_PROFILE. */
  existingClients: boolean
  /** See PUBLIC_URL. */
  publicUrl: string | undefined
  /** Milliseconds since the epoch. */
  now: () => number
  process: ProcessFacts
}

type AppDeps = RouteDeps & AppContext

/** The data service: reads stored documents, writes none. */
export function createApp(deps: AppDeps): Express {
  const onJoined = createLeftOutReport(deps)
  return serviceApp({ ...deps, routes: createRoutes({ ...deps, onJoined }) })
}

/** The routes, which the API description is made of. */
export function createRoutes({
  documents,
  now,
  process,
  onJoined,
  ...shown
}: RouteDeps & { onJoined?: (landscape: Landscape) => void }): Route[] {
  const cache = createResponseCache()
  const { contactDomains, openContacts, existingClients, reviewAfterMonths, publicUrl } = shown
  const { banners, directorates, projects, radar, radarEditions, repositories } = documents
  const readLandscape = createLandscapeReader(documents, now, onJoined)
  const { search, similarNames } = createLandscapeSearch()
  const readTrends = createTrendsReader(documents, now)
  const readDrift = createDriftReader({
    readLandscape,
    changedEntries: (since, { directorate, source }) =>
      changedEntries(radar, since, { ...source, directorate }),
    reviewAfterMonths,
    now,
  })
  const projectSources = { readDrift, similarNames, contactDomains, openContacts }
  const routes = [
    ...csvRoutes({ projects, contactDomains, openContacts, cache }),
    ...projectRoutes({ ...projectSources, readLandscape, readTrends, cache }),
    ...completenessRoutes({ readLandscape, readTrends, similarNames, cache }),
    ...directorateRoutes({ directorates, cache }),
    ...bannerRoutes({ banners, existingClients, cache, now }),
    ...radarRoutes({ radar, radarEditions, directorates, cache, now, publicUrl }),
    ...editionRoutes({ radar, radarEditions, directorates, cache, now, publicUrl }),
    ...statisticsRoutes({ repositories, cache, now }),
    ...technologyRoutes({ readLandscape, similarNames, cache }),
    adviceRoute({ readLandscape, similarNames, cache }),
    ...driftRoutes({ readDrift, readTrends, similarNames, cache }),
    landingRoute({
      readDrift,
      readTrends,
      radar: { radar, radarEditions, directorates, cache, now },
      now,
    }),
    ...trendRoutes({ readTrends, readLandscape, readDrift, similarNames, cache }),
    ...searchRoutes({ readLandscape, search, cache }),
    technologyPageRoute({ readDrift, readTrends, similarNames, cache, now }),
    radarPageRoute({ readLandscape, cache }),
    editionsPageRoute({ readLandscape, radarEditions, cache }),
    editionPageRoute({ readLandscape, radar, radarEditions, directorates, cache, now }),
    searchPageRoute({ readLandscape, search, cache }),
    processHealthRoute(process, now),
  ]
  const tools = {
    readAdvice: createAdviceReader({ readLandscape, similarNames }),
    readSearch: createSearchReader(readLandscape, search),
    readDrift,
    similarNames,
    readTechnology: createTechnologyReader({ readLandscape, similarNames }),
    readProject: createProjectReader(projectSources),
    readMoves: createMovesReader({ radar, directorates, now }),
  }
  return [...routes, mcpRoute(tools, publicUrl)]
}
