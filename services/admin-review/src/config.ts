import { Port } from '@landscape/runtime/config/fields'
import { parseConfig } from '@landscape/runtime/config/parse-config'
import { ServiceEnv, serviceSettings } from '@landscape/runtime/process/run-service'
import { z } from 'zod'

/** Earlier versions accepted a switch. */
const asSwitch = z.stringbool().transform((isOn) => (isOn ? 'refuse' : 'allow'))
const ShrinkGuardSetting = z
  .preprocess((value) => asSwitch.safeParse(value).data ?? value, z.enum(['allow', 'refuse']))
  .default('allow')

/** Settings of the admin and review service. */
export const Env = ServiceEnv.extend({
  PORT: Port.default(5004).meta({ description: 'port to listen on' }),
  SHRINK_GUARD: ShrinkGuardSetting.meta({
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
