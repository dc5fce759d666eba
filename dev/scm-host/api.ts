import type { KeyObject } from 'node:crypto'
import { Router } from 'express'
import type { Credentials } from './credentials.ts'
import type { Organisation } from './organisation.ts'
import { createAccess, requireVersion } from './routes/access.ts'
import { billingRoutes } from './routes/billing.ts'
import { installationRoutes } from './routes/installation.ts'
import { createReportFiles } from './routes/report-files.ts'
import { reportRoutes } from './routes/reports.ts'
import { seatRoutes } from './routes/seats.ts'
import { teamRoutes } from './routes/teams.ts'
import type { Switches } from './switches.ts'

interface ApiDeps {
  organisation: Organisation
  credentials: Credentials
  appId: string
  publicKey: KeyObject
  reportTime: () => number
  switches: Readonly<Switches>
  /** Called when a request to a signed link contains a token. */
  onLeak: (path: string) => void
}

/** The API of the host: installation, teams, members, seats, bills, reports and their files. */
export function api(deps: ApiDeps): { routes: Router; files: Router } {
  const { organisation, reportTime, switches } = deps
  const access = createAccess(deps)
  const { router: files, links } = createReportFiles(deps)
  const routes = Router()
  routes.use(requireVersion)
  routes.use(installationRoutes(access, deps))
  routes.use(teamRoutes(access, organisation))
  routes.use(seatRoutes(access, deps))
  routes.use(billingRoutes(access, deps))
  routes.use(reportRoutes(access, { links, reportTime, switches }))
  return { routes, files }
}
