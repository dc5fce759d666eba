import { ClientProfile, List, Port } from '@landscape/runtime/config/fields'
import { parseConfig } from '@landscape/runtime/config/parse-config'
import { ServiceEnv, serviceSettings } from '@landscape/runtime/process/run-service'

const closedList = (subject: string) =>
  List.refine((values) => values.length > 0, 'must contain a value')
    .optional()
    .meta({ description: `${subject}, comma separated; any string when unset` })

/** Settings of the project registry. */
export const Env = ServiceEnv.extend({
  PORT: Port.default(5002).meta({ description: 'port to listen on' }),
  CLIENT_PROFILE: ClientProfile,
  PROJECT_STAGES: closedList('allowed stages of a project'),
  PROJECT_ROLES: closedList('allowed roles of the people of a project'),
  PROJECT_GRADES: closedList('allowed grades of the people of a project'),
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
    closed: {
      stage: settings.PROJECT_STAGES,
      roles: settings.PROJECT_ROLES,
      grade: settings.PROJECT_GRADES,
    },
  }
}
