import { parseConfig, Port } from '@landscape/config'
import { ServiceEnv, serviceSettings } from '@landscape/service'
import { z } from 'zod'

/** Settings of the project registry. */
export const Env = ServiceEnv.extend({
  PORT: Port.default(5002).meta({ description: 'port to listen on' }),
  REGISTRY_APPEND_EDITOR: z.stringbool().default(false).meta({
    description: 'serve the old web client: name the creator as Editor, empty lists as []',
  }),
})

/**
 * Settings of the project registry.
 * @throws ConfigError
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const settings = parseConfig(Env, env)
  return { ...serviceSettings(settings), appendEditor: settings.REGISTRY_APPEND_EDITOR }
}
