import { createResponseCache } from '@landscape/http/responses/prepared-response'
import type { Route } from '@landscape/http/route/route'
import { type AppContext, serviceApp } from '@landscape/runtime/process/service-app'
import type { Documents } from '@landscape/store/documents/open-documents'
import type { Express } from 'express'
import { arrayDataRoutes } from './lists/routes.ts'
import { createHistories, HISTORY_NAMES } from './history/histories.ts'
import { bannerRoutes } from './banners/routes.ts'
import { changesRoutes } from './history/page-routes.ts'
import { editionRoutes } from './editions/routes.ts'
import { gatewayRoutes } from './keys/gateway-routes.ts'
import { historyRoutes } from './history/routes.ts'
import { aliasRoutes } from './names/alias-routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { normaliseRoutes } from './lists/normalise-routes.ts'
import { technologyNamesRoutes } from './names/routes.ts'
import { radarRoutes } from './radar/routes.ts'

/** The documents that this service edits. */
export const EDITED = [
  'banners',
  'arrayData',
  'projects',
  'radar',
  'radarEditions',
  'technologyNames',
  'apiKeys',
  'apiKeyHashes',
] as const
/** The documents that this service opens: the others say what an alias would merge. */
export const OPENED = [...EDITED, 'repositories', 'directorates'] as const

interface RouteDeps {
  documents: Documents<(typeof OPENED)[number]>
  /** Milliseconds since the epoch. */
  now: () => number
}

type AppDeps = RouteDeps & AppContext

/** Edits of banners, technology lists, the radar and API keys, with their history and undo. */
export function createApp(deps: AppDeps): Express {
  const { apiKeys, apiKeyHashes } = deps.documents
  return serviceApp({
    ...deps,
    routes: createRoutes(deps),
    internalRoutes: gatewayRoutes({ apiKeys, apiKeyHashes, now: deps.now }),
  })
}

/** The routes, which the API description is made of. */
export function createRoutes({ documents, now }: RouteDeps): Route[] {
  const { banners, arrayData, radar, directorates, projects, apiKeys, apiKeyHashes } = documents
  const cache = createResponseCache()
  const histories = {
    all: createHistories(documents, HISTORY_NAMES),
    forKeys: createHistories(
      documents,
      HISTORY_NAMES.filter((name) => name !== 'keys'),
    ),
    radar: createHistories(documents, ['radar', 'editions']),
  }
  return [
    ...bannerRoutes({ banners, now, cache }),
    ...arrayDataRoutes({ arrayData, cache }),
    ...technologyNamesRoutes({ documents, cache, now }),
    ...aliasRoutes({ documents, now }),
    ...radarRoutes({ radar, directorates, cache, now }),
    ...editionRoutes({ documents, now }),
    ...normaliseRoutes({ projects }),
    ...keyRoutes({ apiKeys, apiKeyHashes, now }),
    ...historyRoutes(histories),
    ...changesRoutes(histories),
  ]
}
