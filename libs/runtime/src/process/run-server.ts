import type { RequestListener } from 'node:http'
import { serve, traceFields, type Metrics, type ServeOptions, type Tracing } from '@landscape/http'
import { aliasLine, usedAliases } from '../config/aliases.ts'
import { misspeltLine, misspeltSettings } from '../config/misspelt.ts'
import { createLogger, type LoggerOptions } from '../logging/create-logger.ts'
import { type Logger } from '@landscape/contracts'
import type { z } from 'zod'
import { processFigures } from './process-figures.ts'
import { runProcess } from './run-process.ts'

/** Settings that every process with a port has. */
interface ServerConfig {
  host: string
  port: number
  logLevel: LoggerOptions['level']
  /** Whether lines are coloured text; undefined: when the output is a terminal. */
  logPretty: boolean | undefined
  logGroup: LoggerOptions['logGroup']
  metricsPort: number | undefined
  /** Milliseconds after SIGTERM in which connections are still accepted. */
  shutdownDelayMs: number
  /** Address of the collector of traces. */
  traceEndpoint: string | undefined
}

/** What the parts of a server are made of. */
export interface ServerContext<C> {
  config: C
  logger: Logger
  metrics: Metrics | undefined
  tracing: Tracing | undefined
  /** True from the moment the process was told to stop. */
  isDraining: () => boolean
}

/** What a server answers with, and what goes on beside it. */
export interface ServerParts {
  app: RequestListener
  serve?: Pick<ServeOptions, 'maxHeaderBytes' | 'maxConnections'>
  /** Begins, once requests are served, what goes on beside them; the result stops it. */
  startWork?: () => () => Promise<void>
  /** Releases what the app used, after the last answer. */
  close?: () => Promise<void> | void
}

interface ServerSpec<C extends ServerConfig> {
  /** As the log names it. */
  name: string
  /** Every setting that it reads: variables with nearly such a name are warned of, aliases named. */
  settings: z.ZodObject
  /** @throws ConfigError */
  readConfig: (env: NodeJS.ProcessEnv) => C
  create: (context: ServerContext<C>) => ServerParts | Promise<ServerParts>
}

/**
 * A process that serves HTTP, from its settings to its end: settings, log, figures, its parts, the
 * server, and when it is told to stop, the end of requests and work, the parts, the figures, the log.
 */
export async function runServer<C extends ServerConfig>(
  host: NodeJS.Process,
  { name, settings, readConfig, create }: ServerSpec<C>,
): Promise<void> {
  await runProcess(host, async () => {
    const config = readConfig(host.env)
    let lostLines = 0
    const logger = createLogger({
      service: name,
      level: config.logLevel,
      pretty: config.logPretty ?? host.stdout.isTTY,
      logGroup: config.logGroup,
      context: traceFields,
      onLost: (lines) => (lostLines += lines),
    })
    const names = Object.keys(settings.shape)
    for (const slip of misspeltSettings(names, Object.keys(host.env)))
      logger.warn(misspeltLine(slip))
    const aliases = usedAliases(names, host.env)
    if (aliases.length > 0) logger.info(aliasLine(aliases))
    const metrics = await openMetrics(config)
    let draining = () => false
    const isDraining = () => draining()
    const tracing = await openTracing(name, config, { logger, metrics })
    if (metrics) processFigures(metrics, { isDraining, lostLines: () => lostLines })
    const { app, close, startWork, ...parts } = await create({
      config,
      logger,
      metrics,
      tracing,
      isDraining,
    })
    const running = await serve(app, {
      host: config.host,
      port: config.port,
      shutdownDelayMs: config.shutdownDelayMs,
      metrics,
      logger,
      ...parts.serve,
    })
    draining = running.isDraining
    const stopWork = startWork?.()
    // At the same time: one after the other they could take longer than a process has.
    const drain = async () => {
      await Promise.all([running.drain(), stopWork?.()])
    }
    const closeAll = async () => {
      await Promise.all([close?.(), tracing?.close()])
    }
    const { shutdownDelayMs } = config
    return { running: { ...running, drain }, logger, shutdownDelayMs, close: closeAll }
  })
}

/** Records traces when there is a collector; without one nothing is loaded. */
async function openTracing(
  service: string,
  { traceEndpoint: endpoint }: Pick<ServerConfig, 'traceEndpoint'>,
  tools: Pick<ServerContext<unknown>, 'logger' | 'metrics'>,
): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined
  const { startTracing } = await import('./opentelemetry.ts')
  return startTracing({ service, endpoint, ...tools })
}

/**
 * Opens the port of `/metrics`; without one nothing is loaded and nothing counted.
 * @throws Error with a text for the operator when the port cannot be used
 */
export async function openMetrics({
  host,
  metricsPort,
}: {
  host: string
  metricsPort: number | undefined
}): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  const { startMetrics } = await import('./prometheus.ts')
  return startMetrics(host, metricsPort)
}
