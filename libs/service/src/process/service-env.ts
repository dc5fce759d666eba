import {
  BodyLimit,
  bodyLimitOf,
  hostOf,
  logGroupOf,
  Port,
  ProcessEnv,
  Secret,
} from '@landscape/config'
import { StoreEnv } from '@landscape/object-store'
import { z } from 'zod'

/** Settings of every service behind the gateway; its own extend them. */
export const ServiceEnv = ProcessEnv.extend(StoreEnv.shape).extend({
  PORT: Port.meta({ description: 'port to listen on' }),
  LOG_PRETTY: z
    .stringbool()
    .default(false)
    .meta({ description: 'coloured text for a terminal instead of JSON lines' }),
  INTERNAL_TOKEN_SECRET: Secret.meta({
    description: 'secret under which the gateway signs identities',
  }),
  INTERNAL_TOKEN_SECRET_PREVIOUS: Secret.optional().meta({
    description: 'the previous secret, accepted while it is being rotated',
  }),
  BODY_LIMIT_MB: BodyLimit,
})

/** What every service derives from them. */
export type ServiceConfig = ReturnType<typeof serviceSettings>

/** The settings of every service as code uses them: the limit of a body in bytes, the current secret first. */
export function serviceSettings(env: z.output<typeof ServiceEnv>) {
  const { INTERNAL_TOKEN_SECRET: current, INTERNAL_TOKEN_SECRET_PREVIOUS: previous } = env
  return {
    development: env.NODE_ENV === 'development',
    host: hostOf(env),
    port: env.PORT,
    logLevel: env.LOG_LEVEL,
    logPretty: env.LOG_PRETTY,
    logGroup: logGroupOf(env),
    metricsPort: env.METRICS_PORT,
    checkReplies: env.CHECK_REPLIES,
    secrets: previous === undefined ? [current] : [current, previous],
    bodyLimit: bodyLimitOf(env),
    store: env,
    readMaxAgeMs: env.READ_MAX_AGE_MS,
    staleIfErrorSeconds: env.STALE_IF_ERROR_SECONDS,
  }
}
