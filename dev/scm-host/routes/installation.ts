import { Router } from 'express'
import type { Credentials } from '../credentials.ts'
import type { Access } from './access.ts'

const INSTALLATION_ID = 7001

interface InstallationDeps {
  credentials: Credentials
  appId: string
}

/** The installation of the app and its tokens. */
export function installationRoutes(access: Access, { credentials, appId }: InstallationDeps) {
  const router = Router()
  router.get('/orgs/:org/installation', access.forApp, (_req, res) => {
    res.json({ id: INSTALLATION_ID, app_id: appId })
  })
  router.post('/app/installations/:id/access_tokens', access.forApp, (_req, res) => {
    res.status(201).json({
      ...credentials.createInstallationToken(),
      permissions: { members: 'read' },
      repository_selection: 'all',
    })
  })
  return router
}
