import { runService } from '@landscape/runtime'
import { createApp } from './app.ts'
import { Env, readConfig } from './config.ts'
import { defineStoreFigures } from './history/store-figures.ts'

const NAMES = ['banners', 'arrayData', 'projects', 'radar'] as const

await runService(process, {
  name: 'admin-review',
  settings: Env,
  readConfig,
  documents: [...NAMES, 'storeCheck', 'lastBackup'],
  changes: NAMES,
  create({ config: { shrinkGuard }, documents, app }) {
    if (app.metrics) defineStoreFigures(app.metrics, documents)
    return { app: createApp({ ...app, documents, shrinkGuard, now: Date.now }) }
  },
})
