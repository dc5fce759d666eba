import { runService } from '@landscape/runtime/process/run-service'
import { createApp } from './app.ts'
import { Env, readConfig } from './config.ts'

await runService(process, {
  name: 'projects',
  settings: Env,
  readConfig,
  documents: ['projects'],
  changes: ['projects'],
  create: ({ config: { existingClients }, documents: { projects }, app }) => ({
    app: createApp({ ...app, projects, existingClients }),
  }),
})
