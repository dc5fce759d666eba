import { runService } from '@landscape/service'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { NAMES } from './documents.ts'

await runService(process, {
  name: 'data',
  readConfig,
  documents: NAMES,
  changes: [],
  create: ({ config: { contactDomains }, documents, app }) => ({
    app: createApp({ ...app, documents, contactDomains, now: Date.now, process }),
  }),
})
