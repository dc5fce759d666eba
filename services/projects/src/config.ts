import { ClientProfile, Port } from '@landscape/runtime/config/fields'
import { parseConfig } from '@landscape/runtime/config/parse-config'
import { ServiceEnv, serviceSettings } from '@landscape/runtime/process/run-service'

/** Settings of the project registry. */
export const Env = ServiceEnv.extend({
  PORT: Port.default(5002).meta({ description: 'port to listen on' }),
  CLIENT_PROFILE: ClientProfile,
})

/**
 * Settings of the project registry.
 * @throws ConfigError
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const settings = parseConfig(Env, env)
  return {
    ...serviceSettings(settings),
    existingClients: settings.CLIENT_PROFILE === 'existing',
  }
}
