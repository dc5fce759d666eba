import { runService } from '@landscape/runtime/process/run-service'
import { createApp } from './app.ts'
import { Env, readConfig } from './config.ts'

await runService(process, {
  name: 'data',
  settings: Env,
  readConfig,
  documents: [
    'arrayData',
    'banners',
    'directorates',
    'projects',
    'radar',
    'radarEditions',
    'landscapeMonths',
    'repositories',
    'technologyNames',
  ],
  changes: [],
  create({
    config: { contactDomains, openContacts, existingClients, publicUrl, reviewAfterMonths },
    documents,
    app,
  }) {
    const shown = { contactDomains, openContacts, existingClients, publicUrl, reviewAfterMonths }
    return { app: createApp({ ...app, ...shown, documents, now: Date.now, process }) }
  },
})
