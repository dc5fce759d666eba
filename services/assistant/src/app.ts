import { serviceApp, type ServiceAppDeps } from '@landscape/service'
import { type Route } from '@landscape/http'
import type { Express } from 'express'
import type { SessionCookies } from './cookies/session-cookies.ts'
import type { SignIn } from './oauth/sign-in.ts'
import type { Documents } from './documents.ts'
import type { Seals } from './cookies/seals.ts'
import { organisationRoutes } from './routes/organisation.ts'
import { seatRoutes } from './routes/seats.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { teamRoutes } from './routes/teams.ts'
import type { UsageSource } from './sources/usage-source.ts'
import { createFindViewer } from './teams/find-viewer.ts'

export interface RouteDeps {
  source: UsageSource
  documents: Documents
  signIn: SignIn
  cookies: SessionCookies
  seals: Seals
}

export type AppDeps = RouteDeps & Omit<ServiceAppDeps, 'title' | 'routes'>

function createRoutes({ source, documents, signIn, cookies, seals }: RouteDeps): Route[] {
  const findViewer = createFindViewer(source, documents.adminTeams, seals.userToken)
  return [
    ...organisationRoutes({ source, documents }),
    ...teamRoutes({ findViewer, documents }),
    ...seatRoutes({ findViewer, source }),
    ...signInRoutes({ signIn, cookies, seal: seals.userToken }),
  ]
}

/** The assistant service: usage of the code assistant, its seats and teams, and the sign-in. */
export function createApp(deps: AppDeps): Express {
  return serviceApp({ ...deps, title: 'Assistant metrics', routes: createRoutes(deps) })
}
