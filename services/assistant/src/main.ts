import { createApp } from './app.ts'
import { runService } from '@landscape/service'
import { startCollector } from './collector/start-collector.ts'
import { readConfig } from './config.ts'
import { createSeals } from './cookies/seals.ts'
import { createSessionCookies } from './cookies/session-cookies.ts'
import { NAMES } from './documents.ts'
import { createGitHub } from './github/create-github.ts'
import { chooseProvider } from './oauth/choose-provider.ts'
import { createSignIn } from './oauth/sign-in.ts'
import { createUsedStates } from './oauth/used-states.ts'
import { createKeyReader } from './private-key.ts'
import { chooseSource } from './sources/choose-source.ts'
import { createStrangers } from './upstream/strangers.ts'

/** Who is wrong ten times may try again in five minutes; a thousand wrong codes are an attack. */
const UNPROVEN_CODES = { mostEach: 10, mostAll: 1_000, windowMs: 300_000, atOnce: 30 }

await runService(process, {
  name: 'assistant',
  readConfig,
  documents: NAMES,
  changes: ['organisationHistory', 'teamsHistory', 'usedStates', 'settledDays', 'lastRun'],
  create({ config, logger, documents, app }) {
    const { development, missing, secrets, collectEveryMs: everyMs } = config
    const now = Date.now
    const ticks = () => performance.now()
    const seals = createSeals(secrets, now)
    for (const { what, names } of [missing.source, missing.signIn]) {
      if (names.length === 0) continue
      if (development) logger.info({ missing: names }, `${what} is not configured: sample data`)
      else logger.warn({ missing: names }, `${what} is not configured: answered with 503`)
    }
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
    const cookies = createSessionCookies(!development)
    return {
      app: createApp({ ...app, source, documents, signIn, cookies, seals }),
      ...(github &&
        everyMs !== undefined && {
          startWork: () =>
            startCollector({ ...github, ...config.collect, everyMs, documents, now, logger }),
        }),
    }
  },
})
