import type { Documents } from '@landscape/store/documents/open-documents'
import type { MonthlyDocuments } from '@landscape/store/documents/open-months'
import type { Route } from '@landscape/http/route/route'
import { serviceApp, type AppContext } from '@landscape/runtime/process/service-app'
import type { Express } from 'express'
import type { BillingSource, UsageSource } from './host/port.ts'
import { organisationRoutes } from './organisation/routes.ts'
import { seatSummaryRoutes } from './seats/summary-routes.ts'
import { seatRoutes } from './seats/routes.ts'
import { existingSignInRoutes } from './sign-in/existing-routes.ts'
import { repositoryUsageRoute } from './organisation/repositories-routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { usagePageRoute } from './page/routes.ts'
import type { Prices } from './spend/read-spend.ts'
import { spendRoutes } from './spend/routes.ts'
import { teamRoutes } from './teams/routes.ts'
import { teamUsageRoute } from './teams/usage-routes.ts'
import { usageRowRoutes } from './organisation/rows-routes.ts'
import type { SignInParts } from './sign-in/open-sign-in.ts'
import { createFindViewer } from './sign-in/viewer.ts'

interface RouteDeps extends SignInParts {
  source: UsageSource
  billingSource: BillingSource
  prices: Prices
  /** Milliseconds since the epoch. */
  now: () => number
  documents: Documents<
    | 'organisationHistory'
    | 'archivedDays'
    | 'archivedCounts'
    | 'teamsHistory'
    | 'teams'
    | 'adminTeams'
    | 'lastRun'
    | 'spend'
  > &
    MonthlyDocuments
  /** See CLIENT_PROFILE. */
  existingClients: boolean
}

type AppDeps = RouteDeps & AppContext

/** The routes, which the API description is made of. */
export function createRoutes(deps: RouteDeps): Route[] {
  const { source, billingSource, prices, now, documents, existingClients, ...signInParts } = deps
  const findViewer = createFindViewer(source, documents.adminTeams, signInParts.seals.userToken)
  return [
    ...organisationRoutes({ source, documents, existingClients }),
    ...usageRowRoutes({ documents }),
    ...teamRoutes({ findViewer, documents, existingClients }),
    teamUsageRoute({ findViewer, source, documents }),
    ...seatRoutes({ findViewer, source }),
    ...seatSummaryRoutes({ findViewer, source, billingSource, prices, now }),
    ...spendRoutes({ findViewer, documents, billingSource, prices }),
    repositoryUsageRoute({ findViewer, documents, now }),
    usagePageRoute({ findViewer, source, billingSource, prices, documents, now }),
    ...signInRoutes(signInParts),
    ...(existingClients ? existingSignInRoutes({ source, seal: signInParts.seals.userToken }) : []),
  ]
}

/** Creates the assistant service: usage, seats, teams and the sign-in. */
export function createApp(deps: AppDeps): Express {
  return serviceApp({ ...deps, routes: createRoutes(deps) })
}
