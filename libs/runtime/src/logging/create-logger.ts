import type * as PinoPretty from 'pino-pretty'
import { createRequire } from 'node:module'
import { hostname } from 'node:os'
import { pino, type DestinationStream } from 'pino'
import type { Logger, RequestLine } from '@landscape/contracts/logger'
import { createLineOutput } from './line-output.ts'
import { ship, type Shipment } from './log-group/ship.ts'
import { redactText, redactValue } from '@landscape/http/telemetry/redact'

export interface LoggerOptions {
  /** Name of the process; `service` in every line. */
  service: string
  /** Least severe level that is written. */
  level: string
  /** Coloured text instead of one JSON object per line; images for production cannot write it. */
  pretty?: boolean
  /** Receives the lines; standard output when absent. */
  destination?: DestinationStream
  /** Cloud log group that receives a copy of each line, as JSON. */
  logGroup?: { name: string; region?: string | undefined } | undefined
  /** Members added to each line, such as the request id. */
  context?: () => object
  /** Receives the number of lines that standard output or the log group did not accept in time. */
  onLost?: (lines: number) => void
}

/** Creates a logger of JSON lines with level names, ISO times and no secrets. */
export function createLogger({
  service,
  level,
  pretty,
  destination,
  logGroup,
  context,
  onLost = () => {},
}: LoggerOptions): Logger {
  const plain =
    destination ??
    createLineOutput(process.stdout, { onLost: () => onLost(1), onDropped: reportDropped })
  const output: Flushable = pretty ? prettified(service, plain) : plain
  const shipment = logGroup && ship(streamOf(service, logGroup), { report, onLost })
  const lines = shipment ? both(output, shipment) : output
  const options = {
    level,
    base: { service, hostname: hostname(), pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const logger = pino(
    {
      ...options,
      ...(context && { mixin: context }),
      formatters: {
        ...options.formatters,
        log: (fields) => redactValue(fields) as Record<string, unknown>,
      },
      serializers: { err: serialiseError, error: serialiseError },
      hooks: {
        // A library's message may contain client data.
        logMethod(args, method) {
          method.apply(
            this,
            args.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg)) as typeof args,
          )
        },
      },
    },
    lines,
  )
  // Request lines contain no secrets: redaction would cost each request more than the line.
  const requests = pino(options, lines)
  return Object.assign(logger, {
    request: (label: 'debug' | 'info', line: RequestLine) => requests[label](line, 'request'),
  })

  function reportDropped(lines: number): void {
    logger.warn(`${lines} log lines were dropped: the output was not read in time`)
  }
  function report(problem: string | undefined): void {
    if (problem === undefined) logger.info('log lines are sent to the log group')
    else
      logger.warn(
        { problem },
        'log lines cannot be sent to the log group; keeping the newest lines',
      )
  }
}

const require = createRequire(import.meta.url)

/** Formats lines as coloured text, where the formatter is installed; it is loaded on demand. */
function prettified(service: string, output: Flushable): Flushable {
  const formatter = installedFormatter()
  if (!formatter) return output
  const pretty = formatter.prettyFactory({
    colorize: true,
    singleLine: true,
    ignore: 'pid,hostname,service',
    messageFormat: `${service}: {msg}`,
  })
  return { ...output, write: (line) => output.write(pretty(line)) }
}

function installedFormatter(): typeof PinoPretty | undefined {
  try {
    return require('pino-pretty') as typeof PinoPretty
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** Each process writes its own stream. */
function streamOf(service: string, { name, region }: NonNullable<LoggerOptions['logGroup']>) {
  return { group: name, region, stream: `${service}/${hostname()}/${process.pid}-${Date.now()}` }
}

interface Flushable extends DestinationStream {
  flush?: (done: () => void) => void
}

function both(output: Flushable, shipment: Shipment): Flushable {
  return {
    write(line) {
      output.write(line)
      shipment.write(line)
    },
    flush(done) {
      shipment.flush(() => (output.flush ? output.flush(done) : done()))
    },
  }
}

function serialiseError(error: unknown): unknown {
  if (!Error.isError(error)) return error
  const { type, stack, message, ...rest } = pino.stdSerializers.err(error)
  return {
    type,
    message: redactText(message),
    stack: redactText(stack),
    ...('code' in rest && { code: rest['code'] }),
    ...(Error.isError(error.cause) && { cause: redactText(error.cause.message) }),
  }
}
