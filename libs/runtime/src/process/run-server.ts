import type { RequestListener } from 'node:http'
import { serve, type ServeOptions } from '@landscape/http/server/serve'
import type { Metrics } from '@landscape/http/telemetry/metrics'
import { traceFields } from '@landscape/http/telemetry/trace-context'
import type { Tracing } from '@landscape/http/telemetry/tracing'
import { aliasLine, usedAliases } from '../config/aliases.ts'
import { misspeltLine, misspeltSettings } from '../config/misspelt.ts'
import { unusedTelemetry } from '../config/telemetry.ts'
import { createLogger, type LoggerOptions } from '../logging/create-logger.ts'
import { type Brand, setBrand } from '@landscape/views/brand'
import type { Logger } from '@landscape/contracts/logger'
import type { z } from 'zod'
import { runProcess } from './run-process.ts'
import { mostStepsInOneTurn } from '@landscape/contracts/async/in-slices'

/** Settings of every server. */
interface ServerConfig {
  host: string | undefined
  port: number
  logLevel: LoggerOptions['level']
  /** Whether the log is coloured text; undefined: if the output is a terminal. */
  logPretty: boolean | undefined
  logGroup: LoggerOptions['logGroup']
  metricsPort: number | undefined
  /** Milliseconds after SIGTERM during which connections are accepted. */
  shutdownDelayMs: number
  /** Complete address to which spans are sent; none are recorded when undefined. */
  traceCollector: string | undefined
  brand?: Brand
}

/** Dependencies of the parts of a server. */
export interface ServerContext<C> {
  config: C
  logger: Logger
  metrics: Metrics | undefined
  tracing: Tracing | undefined
  /** True once the process is stopping. */
  isDraining: () => boolean
}

/** The app of a server, and its background work. */
export interface ServerParts {
  app: RequestListener
  serve?: Pick<ServeOptions, 'maxHeaderBytes' | 'maxConnections'>
  /** Starts background work once the server listens; the result stops it. */
  startWork?: () => () => Promise<void>
  /** Releases the app's resources after the last response. */
  close?: () => Promise<void> | void
}

interface ServerSpec<C extends ServerConfig> {
  /** Name in the log. */
  name: string
  /** Every setting that it reads; misspelt ones and aliases in use are logged. */
  settings: z.ZodObject
  /** @throws ConfigError */
  readConfig: (env: NodeJS.ProcessEnv) => C
  create: (context: ServerContext<C>) => ServerParts | Promise<ServerParts>
}

/**
 * Runs a process that serves HTTP: settings, log, metrics, traces, the app and the server, until it has
 * drained.
 */
export async function runServer<C extends ServerConfig>(
  host: NodeJS.Process,
  { name, settings, readConfig, create }: ServerSpec<C>,
): Promise<void> {
  await runProcess(host, async () => {
    const config = readConfig(host.env)
    setBrand(config.brand ?? {})
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
    for (const name of unusedTelemetry(Object.keys(host.env)))
      logger.warn(`${name}: has no effect on this process`)
    const aliases = usedAliases(names, host.env)
    if (aliases.length > 0) logger.info(aliasLine(aliases))
    const metrics = await openMetrics(config)
    let draining = () => false
    const isDraining = () => draining()
    const tracing = await openTracing(name, config, { logger, metrics })
    if (metrics) defineProcessMetrics(metrics, { isDraining, lostLines: () => lostLines })
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
    // Concurrently, to keep the time limit of the shutdown.
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

/** Loads tracing only when a collector is configured. */
async function openTracing(
  service: string,
  { traceCollector: url }: Pick<ServerConfig, 'traceCollector'>,
  tools: Pick<ServerContext<unknown>, 'logger' | 'metrics'>,
): Promise<Tracing | undefined> {
  if (url === undefined) return undefined
  const { startTracing } = await import('./opentelemetry.ts')
  return startTracing({ service, url, ...tools })
}

/** Loads metrics only when their port is configured. */
async function openMetrics({
  host,
  metricsPort,
}: Pick<ServerConfig, 'host' | 'metricsPort'>): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  const { startMetrics } = await import('./prometheus.ts')
  return startMetrics(host, metricsPort)
}

import packageFile from '../../package.json' with { type: 'json' }

interface ProcessFacts {
  /** True once the process is stopping. */
  isDraining: () => boolean
  /** Log lines dropped since the start. */
  lostLines: () => number
}

/** Defines the metrics of every process. */
function defineProcessMetrics(metrics: Metrics, { isDraining, lostLines }: ProcessFacts): void {
  metrics.reading({
    name: 'landscape_build_info',
    help: 'Always 1; the labels are the versions of the process and of Node',
    labels: { version: packageFile.version, node: process.version },
    read: () => 1,
  })
  metrics.reading({
    name: 'landscape_draining',
    help: '1 while the process is stopping, else 0',
    read: () => Number(isDraining()),
  })
  metrics.reading({
    name: 'landscape_event_loop_steps_max',
    help: 'Most steps of sliced work in one turn of the event loop since the start',
    read: mostStepsInOneTurn,
  })
  metrics.reading({
    name: 'landscape_log_lines_lost_total',
    help: 'Log lines dropped because standard output or the log group did not accept them in time',
    read: lostLines,
  })
}
