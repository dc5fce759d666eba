import { List, parseConfig, Port, ServiceEnv, serviceSettings } from '@landscape/config'
import { StoreEnv } from '@landscape/object-store'

/** Settings of the data service. */
export const Env = ServiceEnv.extend(StoreEnv.shape).extend({
  PORT: Port.default(5003).meta({ description: 'port to listen on' }),
  CONTACT_EMAIL_DOMAINS: List.default(['*']).meta({
    description: 'e-mail domains shown in the contact columns of the csv; * = any',
  }),
})

export function readConfig(env: NodeJS.ProcessEnv) {
  const settings = parseConfig(Env, env)
  return {
    ...serviceSettings(settings),
    port: settings.PORT,
    store: settings,
    readMaxAgeMs: settings.READ_MAX_AGE_MS,
    staleIfErrorSeconds: settings.STALE_IF_ERROR_SECONDS,
    contactDomains: settings.CONTACT_EMAIL_DOMAINS,
  }
}
