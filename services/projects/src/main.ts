import { setImmediate } from 'node:timers/promises'
import { runService } from '@landscape/runtime/process/run-service'
import { createApp } from './app.ts'
import { Env, readConfig } from './config.ts'

const clock = { now: () => performance.now(), yieldToOthers: () => setImmediate() }

await runService(process, {
  name: 'projects',
  settings: Env,
  readConfig,
  documents: ['projects'],
  changes: ['projects'],
  create: ({ config: { existingClients, closed }, documents: { projects }, app }) => ({
    app: createApp({ ...app, projects, existingClients, closed, clock }),
  }),
})
