import { z } from 'zod'

/** Fields of settings that several processes have, and the settings of every process and every server. */

/** A TCP port; 0 lets the system choose one. */
export const Port = z.coerce.number().int().min(0).max(65_535)

/** A comma-separated list: trimmed, empty elements dropped. */
export const List = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

/** An http or https address; without a trailing slash. */
export const HttpUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .transform((url) => url.replace(/\/+$/, ''))

/** Whose reading of the wire answers follow where clients that exist differ from the specification. */
export const ClientProfile = z.enum(['specification', 'existing']).optional().meta({
  description: 'clients that are served where they differ: "specification" or "existing"',
})

/** Who is shown how to reach the contacts of projects. */
export const ContactsShownTo = z.enum(['signed-in', 'everybody']).optional().meta({
  description:
    'who sees e-mail addresses and grades in /api/csv: "signed-in" (default outside development) or "everybody"',
})

/** Whether everybody sees the contacts of projects: unless it is said otherwise, in development only. */
export function areContactsOpen(
  shownTo: z.output<typeof ContactsShownTo>,
  development: boolean,
): boolean {
  return (shownTo ?? (development ? 'everybody' : 'signed-in')) === 'everybody'
}

/** Settings that every process has. */
export const ProcessEnv = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('production')
    .meta({ description: 'mode; only "development" needs no tokens' }),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .meta({ description: 'least severe level that is logged' }),
  CHECK_REPLIES: z.stringbool().default(false).meta({
    description: 'check every answer against the API description; for tests, since it costs time',
  }),
  METRICS_PORT: Port.optional().meta({ description: 'port of /metrics, for Prometheus' }),
  LOG_GROUP_NAME: z
    .string()
    .refine(
      (name) => /^[\w./#-]{1,512}$/.test(name),
      'may hold letters, digits and _ . / # -, at most 512 of them',
    )
    .optional()
    .meta({ description: 'cloud log group that gets a copy of every line' }),
  CLOUD_REGION: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "region of the cloud's services; AWS_REGION when it is not set" }),
  HOST: z
    .string()
    .max(255)
    .optional()
    .meta({ description: 'address to listen on; loopback in development, else all' }),
})

/** A secret that signs: long, and not made by leaning on the keyboard. */
export const Secret = z
  .string()
  .min(32)
  .max(1024)
  .refine(
    (text) => new Set(text).size >= 10 && !/^(.{1,16})\1+$/s.test(text),
    'is too easy to guess: too few different characters, or the same ones over and over',
  )

/** Megabytes that a whole document in a request may have; the same for the gateway and the services. */
const BodyLimit = z.coerce
  .number()
  .positive()
  .max(100)
  .default(10)
  .meta({ description: 'largest request body in megabytes' })

/** Maximum size of a whole document in a request, in bytes. */
function bodyLimitOf(env: { BODY_LIMIT_MB: number }): number {
  return Math.floor(env.BODY_LIMIT_MB * 1024 * 1024)
}

/** The log group to copy lines to, when there is one. */
function logGroupOf({ LOG_GROUP_NAME: name, CLOUD_REGION: region }: z.output<typeof ProcessEnv>) {
  return name === undefined ? undefined : { name, region }
}

/** Loopback in development unless HOST says otherwise; all addresses elsewhere. */
function hostOf(env: z.output<typeof ProcessEnv>): string {
  return env.HOST ?? (env.NODE_ENV === 'development' ? '127.0.0.1' : '0.0.0.0')
}

/** Settings of every process that serves requests: the gateway's and the services' extend them. */
export const ServerEnv = ProcessEnv.extend({
  PORT: Port.meta({ description: 'port to listen on' }),
  LOG_PRETTY: z.stringbool().optional().meta({
    description: 'coloured text instead of JSON lines; by default when the output is a terminal',
  }),
  INTERNAL_TOKEN_SECRET: Secret.meta({
    description: 'secret under which the gateway signs identities',
  }),
  INTERNAL_TOKEN_SECRET_PREVIOUS: Secret.optional().meta({
    description: 'the previous secret, accepted while it is being rotated',
  }),
  BODY_LIMIT_MB: BodyLimit,
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().int().min(0).max(60).optional().meta({
    description:
      'seconds after SIGTERM in which the process still accepts connections while /readyz reports that it stops',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: HttpUrl.optional().meta({
    description:
      'address of the collector of traces (OTLP over HTTP); no traces when it is not set',
  }),
})

/**
 * These settings as code uses them, except the secrets: the limit of a body in bytes, times in milliseconds.
 *
 * @param shutdownDelaySeconds when SHUTDOWN_DELAY_SECONDS is not set
 */
export function serverSettings(env: z.output<typeof ServerEnv>, shutdownDelaySeconds = 0) {
  return {
    development: env.NODE_ENV === 'development',
    host: hostOf(env),
    port: env.PORT,
    logLevel: env.LOG_LEVEL,
    logPretty: env.LOG_PRETTY,
    logGroup: logGroupOf(env),
    metricsPort: env.METRICS_PORT,
    traceEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    checkReplies: env.CHECK_REPLIES,
    bodyLimit: bodyLimitOf(env),
    shutdownDelayMs: (env.SHUTDOWN_DELAY_SECONDS ?? shutdownDelaySeconds) * 1_000,
  }
}
