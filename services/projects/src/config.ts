import { parseConfig, Port, ServiceEnv, serviceSettings } from '@landscape/config'
import { StoreEnv } from '@landscape/object-store'
import { z } from 'zod'

/** Settings of the project registry. */
export const Env = ServiceEnv.extend(StoreEnv.shape).extend({
  PORT: Port.default(5002).meta({ description: 'port to listen on' }),
  REGISTRY_APPEND_EDITOR: z.stringbool().default(false).meta({
    description: 'serve the old web client: name the creator as Editor, empty lists as []',
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
    appendEditor: settings.REGISTRY_APPEND_EDITOR,
  }
}
