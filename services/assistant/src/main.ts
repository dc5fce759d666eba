import { runService } from '@landscape/runtime'
import { createApp } from './app.ts'
import { defineCollectedMetrics } from './collector/collected-metrics.ts'
import { startCollector } from './collector/start-collector.ts'
import { Env, readConfig } from './config.ts'
import { openHost } from './host/open-host.ts'
import { watchHostCalls } from './host/watch-host-calls.ts'
import { openSignIn } from './sign-in/open-sign-in.ts'

await runService(process, {
  name: 'assistant',
  settings: Env,
  readConfig,
  documents: [
    'seats',
    'organisationHistory',
    'archivedDays',
    'archivedCounts',
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
    const tools = { development, fetch: watchHostCalls(fetch, app), logger }
    const { source, reports, checks } = openHost(config.scm, { ...tools, documents })
    const signInParts = openSignIn(config.signIn, { ...tools, usedStates: documents.usedStates })
    const context = { ...app, health: { ...app.health, reported: checks } }
    const parts = {
      app: createApp({ ...context, documents, existingClients, source, ...signInParts }),
    }
    defineCollectedMetrics(app.metrics, {
      documents,
      hasHost: reports !== undefined,
      now: Date.now,
    })
    if (!reports || !collect) return parts
    const collector = { ...collect, reports, documents, now: Date.now, logger }
    return { ...parts, startWork: () => startCollector(collector) }
  },
})
