import { openMetrics, runProcess, documentFigures } from '@landscape/service'
import { serve } from '@landscape/http'
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
  const metrics = await openMetrics(config)
  const store = await openStore(config.store, { ...config, writes: ['main', 'audit-tool'] })
  const observe = documentFigures(metrics)
  const running = await serve(
    ({ isDraining }) =>
      createApp({
        documents: openDocuments(store, { logger, observe, readMaxAgeMs, staleIfErrorSeconds }),
        identity: createIdentityVerifier(config.secrets, 'admin-review'),
        logger,
        metrics,
        health: { checks: { store: () => store.list('main', 'messages.json') }, isDraining },
        bodyLimit: config.bodyLimit,
        checkReplies: config.checkReplies,
      }),
    { host: config.host, port: config.port, metrics, logger },
  )
  return { running, logger, close: () => store.close() }
})
