import { DOCUMENTS } from '@landscape/contracts'
import { openMetrics, runProcess, documentFigures } from '@landscape/service'
import { serve } from '@landscape/http'
import { createIdentityVerifier } from '@landscape/identity'
import { createLogger } from '@landscape/logging'
import { createDocument, type DocumentOptions } from '@landscape/documents'
import { openStore } from '@landscape/object-store'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'

await runProcess(process, async () => {
  const config = readConfig(process.env)
  const logger = createLogger({
    service: 'data',
    level: config.logLevel,
    pretty: config.logPretty,
    logGroup: config.logGroup,
  })
  const metrics = await openMetrics(config)
  const store = await openStore(config.store, { ...config, writes: [] })
  const options: DocumentOptions = {
    ...config,
    observe: documentFigures(metrics),
    onOutage: (err) => logger.error({ err }, 'a stored document cannot be read'),
  }
  const { repositories, projects, radar, banners, directorates } = DOCUMENTS
  const documents = {
    repositories: createDocument(store, repositories.ref, repositories.schema, options),
    projects: createDocument(store, projects.ref, projects.schema, options),
    radar: createDocument(store, radar.ref, radar.schema, options),
    banners: createDocument(store, banners.ref, banners.schema, options),
    directorates: createDocument(store, directorates.ref, directorates.schema, options),
  }
  const running = await serve(
    ({ isDraining }) =>
      createApp({
        documents,
        contactDomains: config.contactDomains,
        identity: createIdentityVerifier(config.secrets, 'data'),
        logger,
        metrics,
        health: { checks: { store: () => store.list('main', 'messages.json') }, isDraining },
        bodyLimit: config.bodyLimit,
        checkReplies: config.checkReplies,
        now: Date.now,
        process: {
          pid: process.pid,
          uptime: () => process.uptime(),
          memory: () => process.memoryUsage(),
        },
      }),
    { host: config.host, port: config.port, metrics, logger },
  )
  return { running, logger, close: () => store.close() }
})
