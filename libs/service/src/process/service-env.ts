import { ServerEnv, serverSettings } from '@landscape/config'
import { StoreEnv } from '@landscape/object-store'
import type { z } from 'zod'

/** Settings of every service behind the gateway; its own extend them. */
export const ServiceEnv = ServerEnv.extend(StoreEnv.shape)

/** What every service derives from them. */
export type ServiceConfig = ReturnType<typeof serviceSettings>

/** The settings of every service as code uses them: the current secret first. */
export function serviceSettings(env: z.output<typeof ServiceEnv>) {
  const { INTERNAL_TOKEN_SECRET: current, INTERNAL_TOKEN_SECRET_PREVIOUS: previous } = env
  return {
    ...serverSettings(env),
    secrets: previous === undefined ? [current] : [current, previous],
    store: env,
    readMaxAgeMs: env.READ_MAX_AGE_MS,
    staleIfErrorSeconds: env.STALE_IF_ERROR_SECONDS,
  }
}
