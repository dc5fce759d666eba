import { runService } from '@landscape/service'
import { createApp } from './app.ts'
import { Env, readConfig } from './config.ts'

await runService(process, {
  name: 'data',
  settings: Env,
  readConfig,
  documents: ['banners', 'directorates', 'projects', 'radar', 'repositories'],
  changes: [],
  create: ({ config: { contactDomains, existingClients }, documents, app }) => ({
    app: createApp({ ...app, documents, contactDomains, existingClients, now: Date.now, process }),
  }),
})
