import type { Documents } from '@landscape/store/documents/open-documents'
import type { MonthlyDocuments } from '@landscape/store/documents/open-months'
import type { Route } from '@landscape/http/route/route'
import { serviceApp, type AppContext } from '@landscape/runtime/process/service-app'
import type { Express } from 'express'
import type { BillingSource, UsageSource } from './host/port.ts'
import { organisationRoutes } from './routes/organisation.ts'
import { seatSummaryRoutes } from './routes/seat-summary.ts'
import { seatRoutes } from './routes/seats.ts'
import { existingSignInRoutes } from './routes/existing-sign-in.ts'
import { repositoryUsageRoute } from './routes/repositories.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { usagePageRoute } from './routes/usage-page-route.ts'
import type { Prices } from './routes/read-spend.ts'
import { spendRoutes } from './routes/spend.ts'
import { teamRoutes } from './routes/teams.ts'
import { teamUsageRoute } from './routes/team-usage.ts'
import { usageRowRoutes } from './routes/usage-rows.ts'
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
