import { Port } from '@landscape/runtime/config/fields'
import { parseConfig } from '@landscape/runtime/config/parse-config'
import { ServiceEnv, serviceSettings } from '@landscape/runtime/process/run-service'
import { z } from 'zod'

/** Settings of the admin and review service. */
export const Env = ServiceEnv.extend({
  PORT: Port.default(5004).meta({ description: 'port to listen on' }),
  SHRINK_GUARD: z.enum(['allow', 'refuse']).default('allow').meta({
    description: 'policy for large removals: "allow", or "refuse" unless the caller confirms',
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
