import {
  ClientProfile,
  List,
  parseConfig,
  Port,
  ServiceEnv,
  serviceSettings,
} from '@landscape/runtime'

const closedList = (what: string) =>
  List.refine((values) => values.length > 0, 'names no value')
    .optional()
    .meta({ description: `${what}, comma separated; any text when unset` })

/** Settings of the project registry. */
export const Env = ServiceEnv.extend({
  PORT: Port.default(5002).meta({ description: 'port to listen on' }),
  CLIENT_PROFILE: ClientProfile,
  PROJECT_STAGES: closedList('what the stage of a project may be'),
  PROJECT_ROLES: closedList('what roles the people of a project may have'),
  PROJECT_GRADES: closedList('what grades the people of a project may have'),
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
