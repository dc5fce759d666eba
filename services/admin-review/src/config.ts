import { parseConfig, Port, ServiceEnv, serviceSettings } from '@landscape/config'
import { StoreEnv } from '@landscape/object-store'

/** Settings of the admin and review service. */
export const Env = ServiceEnv.extend(StoreEnv.shape).extend({
  PORT: Port.default(5004).meta({ description: 'port to listen on' }),
})

export function readConfig(env: NodeJS.ProcessEnv) {
  const settings = parseConfig(Env, env)
  return {
    ...serviceSettings(settings),
    port: settings.PORT,
    store: settings,
    readMaxAgeMs: settings.READ_MAX_AGE_MS,
    staleIfErrorSeconds: settings.STALE_IF_ERROR_SECONDS,
  }
}
