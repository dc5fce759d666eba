import { openMetrics, runProcess, documentFigures } from '@landscape/service'
import { serve } from '@landscape/http'
import { createIdentityVerifier } from '@landscape/identity'
import { createLogger } from '@landscape/logging'
import { openStore } from '@landscape/object-store'
import { createApp } from './app.ts'
import { startCollector } from './collector/start-collector.ts'
import { readConfig } from './config.ts'
import { createSeals } from './cookies/seals.ts'
import { createSessionCookies } from './cookies/session-cookies.ts'
import { createDocuments } from './documents.ts'
import { createGitHub } from './github/create-github.ts'
import { chooseProvider } from './oauth/choose-provider.ts'
import { createSignIn } from './oauth/sign-in.ts'
import { createUsedStates } from './oauth/used-states.ts'
import { createKeyReader } from './private-key.ts'
import { chooseSource } from './sources/choose-source.ts'
import { createStrangers } from './upstream/strangers.ts'

/** Who is wrong ten times may try again in five minutes; a thousand wrong codes are an attack. */
const UNPROVEN_CODES = { mostEach: 10, mostAll: 1_000, windowMs: 300_000, atOnce: 30 }

await runProcess(process, async () => {
  const config = readConfig(process.env)
  const { development, missing, secrets } = config
  const now = Date.now
  const ticks = () => performance.now()
  const seals = createSeals(secrets, now)
  const logger = createLogger({
    service: 'assistant',
    level: config.logLevel,
    pretty: config.logPretty,
    logGroup: config.logGroup,
  })
  for (const { what, names } of [missing.source, missing.signIn]) {
    if (names.length === 0) continue
    if (development) logger.info({ missing: names }, `${what} is not configured: sample data`)
    else logger.warn({ missing: names }, `${what} is not configured: answered with 503`)
  }
  const metrics = await openMetrics(config)
  const store = await openStore(config.store, { ...config, writes: ['assistant'] })
  const documents = createDocuments(store, {
    ...config,
    observe: documentFigures(metrics),
    onOutage: (err) => logger.error({ err }, 'a stored document cannot be read'),
  })
  const github =
    config.github &&
    createGitHub({
      ...config.github,
      privateKey: createKeyReader(config.key),
      fetch,
      warn: (text) => logger.debug(text),
    })
  const source = chooseSource({
    github: config.github &&
      github && {
        ...config.github,
        ...github,
        freshMs: config.usageFreshMs,
        staleMs: config.staleIfErrorSeconds * 1000,
        now: ticks,
        warn: (err, what) => logger.warn({ err, what }, 'the source-control host failed'),
      },
    development,
    documents,
    missing: missing.source.names,
  })
  const signIn = createSignIn({
    provider: chooseProvider({
      host: config.signIn && { ...config.signIn, fetch },
      development,
      missing: missing.signIn.names,
    }),
    seal: seals.signIn,
    usedStates: createUsedStates(documents.usedStates, now),
    strangers: createStrangers({ ...UNPROVEN_CODES, now: ticks }),
    frontendUrl: config.frontendUrl ?? '',
    pkce: config.pkce,
  })
  const running = await serve(
    ({ isDraining }) =>
      createApp({
        source,
        documents,
        signIn,
        cookies: createSessionCookies(!development),
        seals,
        identity: createIdentityVerifier(secrets, 'assistant'),
        logger,
        metrics,
        health: { checks: { store: () => store.list('assistant', 'seats.json') }, isDraining },
        bodyLimit: config.bodyLimit,
        checkReplies: config.checkReplies,
      }),
    { host: config.host, port: config.port, metrics, logger },
  )
  const stopCollector =
    github && config.collectEveryMs !== undefined
      ? startCollector({
          ...github,
          ...config.collect,
          everyMs: config.collectEveryMs,
          documents,
          lastRun: documents.lastRun,
          now,
          logger,
        })
      : undefined
  // At the same time: one after the other they could take longer than a process has.
  const drain = async () => {
    await Promise.all([running.drain(), stopCollector?.()])
  }
  return { running: { ...running, drain }, logger, close: () => store.close() }
})
