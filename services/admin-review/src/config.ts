import { parseConfig, Port } from '@landscape/config'
import { ServiceEnv, serviceSettings } from '@landscape/service'
import { z } from 'zod'

/** Settings of the admin and review service. */
export const Env = ServiceEnv.extend({
  PORT: Port.default(5004).meta({ description: 'port to listen on' }),
  SHRINK_GUARD: z.stringbool().default(true).meta({
    description: 'refuse saves that remove much of a document, unless they confirm it',
  }),
})

/**
 * Settings of the admin and review service.
 * @throws ConfigError
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const settings = parseConfig(Env, env)
  return { ...serviceSettings(settings), shrinkGuard: settings.SHRINK_GUARD }
}
