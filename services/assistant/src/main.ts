import { runService } from '@landscape/runtime/process/run-service'
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
    'spend',
  ],
  changes: ['organisationHistory', 'teamsHistory', 'usedStates', 'settledDays', 'lastRun', 'spend'],
  create({ config, logger, documents: single, months, app }) {
    const documents = { ...single, ...months }
    const { development, collect, existingClients, prices, userRetentionDays } = config
    const tools = { development, fetch: watchHostCalls(fetch, app), logger }
    const { source, billingSource, collected, checks } = openHost(config.scm, {
      ...tools,
      documents,
    })
    const signInParts = openSignIn(config.signIn, { ...tools, usedStates: documents.usedStates })
    const context = {
      ...app,
      health: { ...app.health, reported: { ...app.health.reported, ...checks } },
    }
    const spend = { billingSource, prices, now: Date.now }
    const parts = {
      app: createApp({
        ...context,
        documents,
        existingClients,
        source,
        ...spend,
        userRetentionDays,
        ...signInParts,
      }),
    }
    defineCollectedMetrics(app.metrics, {
      documents,
      source,
      hasHost: collected !== undefined,
      now: Date.now,
    })
    if (!collected || !collect) return parts
    const kept = { documents, userRetentionDays }
    const collector = { ...collect, ...collected, ...kept, now: Date.now, logger }
    return { ...parts, startWork: () => startCollector(collector) }
  },
})
