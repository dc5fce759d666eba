import { z } from 'zod'
import { HttpUrl } from './http-url.ts'
import { TelemetryEnv, traceCollector } from './telemetry.ts'

/** A TCP port; 0 lets the system choose one. */
export const Port = z.coerce.number().int().min(0).max(65_535)

/** Comma-separated values, trimmed; empty ones are dropped. */
export const List = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

/** Which behaviour applies where existing clients and the specification differ. */
export const ClientProfile = z.enum(['specification', 'existing']).optional().meta({
  description:
    'behaviour where existing clients and the specification differ: "specification" or "existing"',
})

/** The audience of the contacts of projects. */
export const ContactsShownTo = z
  .enum(['signed-in', 'everybody'])
  .optional()
  .meta({
    description:
      'audience of e-mail addresses and grades in /api/csv: ' +
      '"signed-in" (default outside development) or "everybody"',
  })

/** Whether everybody sees the contacts of projects; the default is true in development only. */
export function areContactsOpen(
  shownTo: z.output<typeof ContactsShownTo>,
  development: boolean,
): boolean {
  return (shownTo ?? (development ? 'everybody' : 'signed-in')) === 'everybody'
}

/** The region of every resource in the cloud. */
export const CloudRegion = z
  .string()
  .max(64)
  .optional()
  .meta({ description: "region of the cloud's services; AWS_REGION when it is not set" })

/** Settings of every process. */
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
    description: 'validate every response against the API description; slow, for tests',
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
  CLOUD_REGION: CloudRegion,
  HOST: z.string().max(255).optional().meta({
    description: 'address to listen on; loopback in development, else all, of IPv6 and IPv4',
  }),
})

/** A signing secret: at least 32 characters, not a repeated pattern. */
export const Secret = z
  .string()
  .min(32)
  .max(1024)
  .refine(
    (text) => new Set(text).size >= 10 && !/^(.{1,16})\1+$/s.test(text),
    'is too easy to guess: it has too few different characters or repeats a pattern',
  )

const BodyLimit = z.coerce
  .number()
  .positive()
  .max(100)
  .default(10)
  .meta({ description: 'maximum size of a request body, in megabytes' })

/** The cloud log group of a process; undefined when none is set. */
export function logGroupOf({
  LOG_GROUP_NAME: name,
  CLOUD_REGION: region,
}: z.output<typeof ProcessEnv>) {
  return name === undefined ? undefined : { name, region }
}

/** Undefined for all addresses, of IPv6 and IPv4. */
function hostOf(env: z.output<typeof ProcessEnv>): string | undefined {
  return env.HOST ?? (env.NODE_ENV === 'development' ? '127.0.0.1' : undefined)
}

/** How pages name and colour the organisation. */
const BrandEnv = z.object({
  ORGANISATION_NAME: z
    .string()
    .trim()
    .max(60)
    .optional()
    .meta({ description: 'name of the organisation, in the header of every page' }),
  ORGANISATION_LOGO: HttpUrl.optional().meta({
    description: 'address of a picture, in the header of every page',
  }),
  ORGANISATION_COLOUR: z
    .string()
    .refine((text) => /^#[\da-f]{6}$/i.test(text), 'must be a colour such as #14365c')
    .optional()
    .meta({ description: 'colour of the header of every page' }),
})

/** Settings of every process that serves requests. */
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
      'seconds after SIGTERM during which the process accepts connections while /readyz reports draining',
  }),
  ...TelemetryEnv.shape,
  ...BrandEnv.shape,
})

/**
 * The settings of a server as code uses them, without the secrets: sizes in bytes, times in milliseconds.
 *
 * @param shutdownDelaySeconds the default of SHUTDOWN_DELAY_SECONDS
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
    traceCollector: traceCollector(env),
    checkReplies: env.CHECK_REPLIES,
    brand: {
      name: env.ORGANISATION_NAME,
      logo: env.ORGANISATION_LOGO,
      colour: env.ORGANISATION_COLOUR,
    },
    bodyLimit: Math.floor(env.BODY_LIMIT_MB * 1024 * 1024),
    shutdownDelayMs: (env.SHUTDOWN_DELAY_SECONDS ?? shutdownDelaySeconds) * 1_000,
  }
}
