import { runService } from '@landscape/service'
import { createApp } from './app.ts'
import { Env, readConfig } from './config.ts'

const NAMES = ['banners', 'arrayData', 'projects', 'radar'] as const

await runService(process, {
  name: 'admin-review',
  settings: Env,
  readConfig,
  documents: NAMES,
  changes: NAMES,
  create: ({ config: { shrinkGuard }, documents, app }) => ({
    app: createApp({ ...app, documents, shrinkGuard }),
  }),
})
