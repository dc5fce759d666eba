import type { ProjectsDocument } from '@landscape/contracts/landscape'
import type { Route } from '@landscape/http/route/route'
import { serviceApp, type AppContext } from '@landscape/runtime/process/service-app'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { Express } from 'express'
import { createRegistry } from './registry/registry.ts'
import { projectHistoryRoutes } from './routes/project-history.ts'
import { projectRoutes } from './routes/projects.ts'
import { searchRoutes } from './routes/search.ts'
import { userRoutes } from './routes/user.ts'

interface RouteDeps {
  projects: StoredDocument<ProjectsDocument>
  /** See CLIENT_PROFILE. */
  existingClients: boolean
}

type AppDeps = RouteDeps & AppContext

/** The project registry. */
export function createApp(deps: AppDeps): Express {
  return serviceApp({ ...deps, routes: createRoutes(deps) })
}

/** The routes, which the API description is made of. */
export function createRoutes({ projects, existingClients }: RouteDeps): Route[] {
  const registry = createRegistry(projects)
  return [
    ...projectRoutes({ registry, existingClients }),
    ...projectHistoryRoutes(registry),
    ...searchRoutes(registry),
    ...userRoutes(),
  ]
}
