import { runService } from '@landscape/runtime/process/run-service'
import { createApp } from './app.ts'
import { defineCollectedMetrics } from './collector/collected-metrics.ts'
import { Env, readConfig } from './config.ts'
import { openHost } from './host/open-host.ts'
import { createHostFetch } from './host/host-fetch.ts'
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
    'lastRun',
    'spend',
  ],
  months: ['repositoryUsage'],
  changes: ['usedStates'],
  create({ config, logger, documents: single, months, app }) {
    const documents = { ...single, ...months }
    const { development, existingClients, prices } = config
    const tools = { development, fetch: createHostFetch(fetch, app), logger }
    const { source, billingSource, hasHost, checks } = openHost(config.scm, {
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
        ...signInParts,
      }),
    }
    defineCollectedMetrics(app.metrics, {
      documents,
      source,
      hasHost,
      now: Date.now,
    })
    return parts
  },
})
