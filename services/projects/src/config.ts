import { ClientProfile, parseConfig, Port } from '@landscape/config'
import { ServiceEnv, serviceSettings } from '@landscape/service'
import { z } from 'zod'

/** Settings of the project registry. */
export const Env = ServiceEnv.extend({
  PORT: Port.default(5002).meta({ description: 'port to listen on' }),
  CLIENT_PROFILE: ClientProfile,
  REGISTRY_APPEND_EDITOR: z.stringbool().default(false).meta({
    description: 'earlier name of CLIENT_PROFILE=existing, for the registry alone',
  }),
})

/**
 * Settings of the project registry.
 * @throws ConfigError
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const settings = parseConfig(Env, env)
  const earlier = settings.REGISTRY_APPEND_EDITOR ? 'existing' : 'specification'
  const profile = settings.CLIENT_PROFILE ?? earlier
  return { ...serviceSettings(settings), existingClients: profile === 'existing' }
}
