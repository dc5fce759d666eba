import { DOCUMENTS } from '@landscape/contracts'
import { openMetrics, runProcess, documentFigures } from '@landscape/service'
import { serve } from '@landscape/http'
import { createIdentityVerifier } from '@landscape/identity'
import { createLogger } from '@landscape/logging'
import { createDocument } from '@landscape/documents'
import { nameOf, openStore } from '@landscape/object-store'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'

await runProcess(process, async () => {
  const config = readConfig(process.env)
  const logger = createLogger({
    service: 'projects',
    level: config.logLevel,
    pretty: config.logPretty,
    logGroup: config.logGroup,
  })
  const { ref, schema } = DOCUMENTS.projects
  const metrics = await openMetrics(config)
  const store = await openStore(config.store, { ...config, writes: [ref.bucket] })
  const projects = createDocument(store, ref, schema, {
    ...config,
    observe: documentFigures(metrics),
    onOutage: (err) => logger.error({ err }, 'a stored document cannot be read'),
    onCommit: ({ ref, etag, changes, attempts }) =>
      logger.info({ document: nameOf(ref), version: etag, changes, attempts }, 'stored'),
  })
  const running = await serve(
    ({ isDraining }) =>
      createApp({
        projects,
        appendEditor: config.appendEditor,
        identity: createIdentityVerifier(config.secrets, 'projects'),
        logger,
        metrics,
        health: { checks: { store: () => store.list(ref.bucket, ref.key) }, isDraining },
        bodyLimit: config.bodyLimit,
        checkReplies: config.checkReplies,
      }),
    { host: config.host, port: config.port, metrics, logger },
  )
  return { running, logger, close: () => store.close() }
})
