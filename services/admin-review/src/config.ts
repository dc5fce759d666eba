import { Port } from '@landscape/runtime/config/fields'
import { parseConfig } from '@landscape/runtime/config/parse-config'
import { ServiceEnv, serviceSettings } from '@landscape/runtime/process/run-service'

/** Settings of the admin and review service. */
export const Env = ServiceEnv.extend({
  PORT: Port.default(5004).meta({ description: 'port to listen on' }),
})

/**
 * Settings of the admin and review service.
 * @throws ConfigError
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  return serviceSettings(parseConfig(Env, env))
}
