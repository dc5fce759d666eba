import type { Documents } from '@landscape/store'
import type { Route } from '@landscape/http'
import { serviceApp, type AppContext } from '@landscape/runtime'
import type { RequestListener } from 'node:http'
import type { UsageSource } from './host/port.ts'
import { organisationRoutes } from './routes/organisation.ts'
import { seatRoutes } from './routes/seats.ts'
import { authenticatedRoute, signInRoutes } from './routes/sign-in.ts'
import { usagePageRoute } from './routes/usage-page-route.ts'
import { teamRoutes } from './routes/teams.ts'
import { usageRowRoutes } from './routes/usage-rows.ts'
import type { SignInParts } from './sign-in/open-sign-in.ts'
import { createFindViewer } from './sign-in/viewer.ts'

interface RouteDeps extends SignInParts {
  source: UsageSource
  documents: Documents<
    | 'organisationHistory'
    | 'archivedDays'
    | 'archivedCounts'
    | 'teamsHistory'
    | 'teams'
    | 'adminTeams'
  >
  /** See CLIENT_PROFILE. */
  existingClients: boolean
}

type AppDeps = RouteDeps & AppContext

function createRoutes({ source, documents, existingClients, ...signInParts }: RouteDeps): Route[] {
  const findViewer = createFindViewer(source, documents.adminTeams, signInParts.seals.userToken)
  return [
    ...organisationRoutes({ source, documents, existingClients }),
    ...usageRowRoutes({ documents }),
    ...teamRoutes({ findViewer, documents, existingClients }),
    ...seatRoutes({ findViewer, source }),
    usagePageRoute({ findViewer, documents }),
    ...signInRoutes(signInParts),
    ...(existingClients ? [authenticatedRoute()] : []),
  ]
}

/** Creates the assistant service: usage, seats, teams and the sign-in. */
export function createApp(deps: AppDeps): RequestListener {
  return serviceApp({ ...deps, title: 'Assistant metrics', routes: createRoutes(deps) })
}
