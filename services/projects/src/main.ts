import { runService } from '@landscape/service'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'

await runService(process, {
  name: 'projects',
  readConfig,
  documents: ['projects'],
  changes: ['projects'],
  create: ({ config: { appendEditor }, documents: { projects }, app }) => ({
    app: createApp({ ...app, projects, appendEditor }),
  }),
})
