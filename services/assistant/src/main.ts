import { runService } from '@landscape/service'
import { createApp } from './app.ts'
import { startCollector } from './collector/start-collector.ts'
import { Env, readConfig } from './config.ts'
import { openHost } from './host/open-host.ts'
import { openSignIn } from './sign-in/open-sign-in.ts'

await runService(process, {
  name: 'assistant',
  settings: Env,
  readConfig,
  documents: [
    'seats',
    'organisationHistory',
    'teamsHistory',
    'teams',
    'adminTeams',
    'usedStates',
    'settledDays',
    'lastRun',
  ],
  changes: ['organisationHistory', 'teamsHistory', 'usedStates', 'settledDays', 'lastRun'],
  create({ config, logger, documents, app }) {
    const { development, collect, existingClients } = config
    const tools = { development, fetch, logger }
    const { source, reports } = openHost(config.scm, { ...tools, documents })
    const signInParts = openSignIn(config.signIn, { ...tools, usedStates: documents.usedStates })
    const parts = { app: createApp({ ...app, documents, existingClients, source, ...signInParts }) }
    if (!collect || !reports) return parts
    const collector = { ...collect, reports, documents, now: Date.now, logger }
    return { ...parts, startWork: () => startCollector(collector) }
  },
})
