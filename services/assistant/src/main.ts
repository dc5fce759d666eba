import { DOCUMENTS } from '@landscape/contracts'
import { runProcess, serve } from '@landscape/http'
import { createIdentityVerifier } from '@landscape/identity'
import { createLogger } from '@landscape/logging'
import { createDocument, openStore } from '@landscape/object-store'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { createSessionCookies } from './cookies/session-cookies.ts'
import { createSealer } from './oauth/pending-sign-in.ts'
import { sampleProvider } from './oauth/sample-provider.ts'
import { createSignIn } from './oauth/sign-in.ts'
import { createUnconfiguredProvider } from './oauth/unconfigured-provider.ts'
import { createUseState, UsedStates, USED_STATES_REF } from './oauth/used-states.ts'
import { createSampleSource } from './sources/sample.ts'
import { createUnconfiguredSource } from './sources/unconfigured.ts'

await runProcess(process, async () => {
  const config = readConfig(process.env)
  const logger = createLogger({
    service: 'assistant',
    level: config.logLevel,
    pretty: config.logPretty,
  })
  const store = await openStore(config.store, { ...config, writes: ['assistant'] })
  const { organisationHistory, teamsHistory, teams, adminTeams, seats } = DOCUMENTS
  const documents = {
    organisationHistory: createDocument(
      store,
      organisationHistory.ref,
      organisationHistory.schema,
      config,
    ),
    teamsHistory: createDocument(store, teamsHistory.ref, teamsHistory.schema, config),
    teams: createDocument(store, teams.ref, teams.schema, config),
    adminTeams: createDocument(store, adminTeams.ref, adminTeams.schema, config),
    seats: createDocument(store, seats.ref, seats.schema, config),
  }
  const usedStates = createDocument(store, USED_STATES_REF, UsedStates, config)
  const source = config.development
    ? createSampleSource(documents)
    : createUnconfiguredSource(config.missing.source)
  const running = await serve(
    ({ isDraining }) =>
      createApp({
        source,
        documents,
        signIn: createSignIn({
          provider: config.development
            ? sampleProvider
            : createUnconfiguredProvider(config.missing.signIn),
          sealer: createSealer(config.secrets, Date.now),
          useState: createUseState(usedStates, Date.now),
          frontendUrl: config.frontendUrl ?? '',
          pkce: config.scm.SCM_OAUTH_PKCE,
          now: Date.now,
        }),
        cookies: createSessionCookies(!config.development),
        identity: createIdentityVerifier(config.secrets, 'assistant'),
        logger,
        health: { checks: { store: () => store.list('assistant', 'seats.json') }, isDraining },
        bodyLimit: config.bodyLimit,
      }),
    { host: config.host, port: config.port, logger },
  )
  return { running, logger, close: () => store.close() }
})
