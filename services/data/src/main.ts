import { runService } from '@landscape/runtime'
import { createApp } from './app.ts'
import { Env, readConfig } from './config.ts'

await runService(process, {
  name: 'data',
  settings: Env,
  readConfig,
  documents: ['banners', 'directorates', 'projects', 'radar', 'repositories'],
  changes: [],
  create({ config: { contactDomains, openContacts, existingClients }, documents, app }) {
    const shown = { contactDomains, openContacts, existingClients }
    return { app: createApp({ ...app, ...shown, documents, now: Date.now, process }) }
  },
})
