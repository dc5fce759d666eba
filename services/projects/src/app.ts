import type { ProjectsDocument } from '@landscape/contracts/landscape'
import { serviceApp, type AppContext } from '@landscape/runtime/process/service-app'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { Express } from 'express'
import type { ClosedLists } from './registry/closed-lists.ts'
import type { SearchClock } from './registry/filter-projects.ts'
import { createRegistry } from './registry/registry.ts'
import { projectHistoryRoutes } from './routes/project-history.ts'
import { projectRoutes } from './routes/projects.ts'
import { searchRoutes } from './routes/search.ts'
import { userRoutes } from './routes/user.ts'

interface AppDeps extends AppContext {
  projects: StoredDocument<ProjectsDocument>
  /** See CLIENT_PROFILE. */
  existingClients: boolean
  /** See PROJECT_STAGES. */
  closed: ClosedLists
  clock: SearchClock
}

/** The project registry. */
export function createApp({ projects, existingClients, closed, clock, ...deps }: AppDeps): Express {
  const registry = createRegistry(projects)
  return serviceApp({
    ...deps,
    title: 'Project registry',
    routes: [
      ...projectRoutes({ registry, existingClients, closed }),
      ...projectHistoryRoutes(registry),
      ...searchRoutes({ registry, clock, existingClients }),
      ...userRoutes(),
    ],
  })
}
