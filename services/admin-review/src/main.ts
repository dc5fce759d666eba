import { runProcess, serve } from '@landscape/http'
import { createIdentityVerifier } from '@landscape/identity'
import { createLogger } from '@landscape/logging'
import { openStore } from '@landscape/object-store'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDocuments } from './documents.ts'

await runProcess(process, async () => {
  const config = readConfig(process.env)
  const { readMaxAgeMs, staleIfErrorSeconds } = config
  const logger = createLogger({
    service: 'admin-review',
    level: config.logLevel,
    pretty: config.logPretty,
    logGroup: config.logGroup,
  })
  const store = await openStore(config.store, { ...config, writes: ['main', 'audit-tool'] })
  const running = await serve(
    ({ isDraining }) =>
      createApp({
        documents: openDocuments(store, { logger, readMaxAgeMs, staleIfErrorSeconds }),
        identity: createIdentityVerifier(config.secrets, 'admin-review'),
        logger,
        health: { checks: { store: () => store.list('main', 'messages.json') }, isDraining },
        bodyLimit: config.bodyLimit,
        checkReplies: config.checkReplies,
      }),
    { host: config.host, port: config.port, metricsPort: config.metricsPort, logger },
  )
  return { running, logger, close: () => store.close() }
})
