import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino'
import { PinoPretty } from 'pino-pretty'

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

const SECRET_KEYS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-amzn-oidc-data',
  'x-amzn-oidc-accesstoken',
  'x-landscape-identity',
  'token',
  'access_token',
  'client_secret',
  'secret',
  'password',
  'email',
]

/** What a secret looks like inside free text: signed tokens, source-control tokens, e-mails. */
const SECRET_TEXT =
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bgh[opusr]_[\w.-]{20,}|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** Replaces tokens and e-mail addresses in a text with `[redacted]`. */
export function redactText(text: string): string {
  return text.replace(SECRET_TEXT, '[redacted]')
}

/** Structured logger: JSON lines with level names, ISO times and no secrets. */
export function createLogger({ service, level, pretty, destination }: LoggerOptions): Logger {
  const stream = pretty
    ? PinoPretty({
        colorize: true,
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
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
        censor: '[redacted]',
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
    stream ?? pino.destination({ sync: true }),
  )
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
