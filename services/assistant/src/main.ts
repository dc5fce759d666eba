import { DOCUMENTS } from '@landscape/contracts'
import { runProcess, serve } from '@landscape/http'
import { createIdentityVerifier } from '@landscape/identity'
import { createLogger } from '@landscape/logging'
import { createDocument, openStore } from '@landscape/object-store'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { createSessionCookies } from './cookies/session-cookies.ts'
import { createGitHub } from './github/create-github.ts'
import { createGitHubSource } from './github/source.ts'
import { createHostProvider } from './oauth/host-provider.ts'
import { createSealer } from './oauth/pending-sign-in.ts'
import { sampleProvider } from './oauth/sample-provider.ts'
import { createSignIn } from './oauth/sign-in.ts'
import { createUnconfiguredProvider } from './oauth/unconfigured-provider.ts'
import { createUseState, UsedStates, USED_STATES_REF } from './oauth/used-states.ts'
import { createKeyReader } from './private-key.ts'
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
  const github =
    config.github &&
    createGitHub({
      ...config.github,
      privateKey: createKeyReader(config.key),
      fetch,
      warn: (text) => logger.debug(text),
    })
  const source =
    config.github && github
      ? createGitHubSource({
          ...config.github,
          ...github,
          freshMs: config.usageFreshMs,
          staleMs: config.staleIfErrorSeconds * 1000,
          now: Date.now,
          warn: (err, what) => logger.warn({ err, what }, 'the source-control host failed'),
        })
      : config.development
        ? createSampleSource(documents)
        : createUnconfiguredSource(config.missing['the source-control host'])
  const provider = config.signIn
    ? createHostProvider({ ...config.signIn, fetch })
    : config.development
      ? sampleProvider
      : createUnconfiguredProvider(config.missing['the sign-in'])
  for (const [what, names] of Object.entries(config.missing)) {
    const instead = config.development ? 'sample data instead' : 'answered with 503'
    if (names.length > 0) logger.warn({ missing: names }, `${what} is not configured: ${instead}`)
  }
  const running = await serve(
    ({ isDraining }) =>
      createApp({
        source,
        documents,
        signIn: createSignIn({
          provider,
          sealer: createSealer(config.secrets, Date.now),
          useState: createUseState(usedStates, Date.now),
          frontendUrl: config.frontendUrl ?? '',
          pkce: config.pkce,
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
