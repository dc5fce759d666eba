import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'
import { PinoPretty } from 'pino-pretty'
import { redactText, redactValue } from './redact.ts'

/** The part of pino that our code uses. */
export type Logger = Pick<
  PinoLogger,
  'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'isLevelEnabled' | 'flush'
>

export interface LoggerOptions {
  /** Name of the process; in every line as `service`. */
  service: string
  /** Least severe level that is written. */
  level: string
  /** Coloured text for people instead of one JSON object a line. */
  pretty?: boolean
  /** Where lines go; standard output when absent. */
  destination?: DestinationStream
}

/** Structured logger: JSON lines with level names, ISO times and no secrets. */
export function createLogger({ service, level, pretty, destination }: LoggerOptions): Logger {
  const stream = pretty
    ? PinoPretty({
        colorize: true,
        singleLine: true,
        ignore: 'pid,hostname,service',
        messageFormat: `${service}: {msg}`,
        ...(destination && { destination }),
        sync: true,
      })
    : destination
  return pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redactValue(fields) as Record<string, unknown>,
      },
      serializers: { err: serialiseError, error: serialiseError },
      hooks: {
        // A library's message may carry what its caller sent.
        logMethod(args, method) {
          method.apply(
            this,
            args.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg)) as typeof args,
          )
        },
      },
    },
    // Lines are gathered and written in the background, at the latest after 100 ms and at the exit.
    stream ?? pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 }),
  )
}

/** pino's member with the ISO time; formatted once a millisecond, since it costs as much as the rest. */
function isoTime(): string {
  const now = Date.now()
  if (now !== lastTime.ms) {
    lastTime.ms = now
    lastTime.member = `,"time":"${new Date(now).toISOString()}"`
  }
  return lastTime.member
}
const lastTime = { ms: 0, member: '' }

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
