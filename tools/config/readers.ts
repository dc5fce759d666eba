import { ConfigError, type ConfigProblem } from '@landscape/runtime/config/parse-config'
import { StoreEnv, storeProblems } from '@landscape/runtime/open-store'
import type { z } from 'zod'
import { Env as AdminReview, readConfig as readAdminReview } from '@landscape/admin-review/config'
import {
  CollectorEnv,
  Env as Assistant,
  readCollectorConfig,
  readConfig as readAssistant,
} from '@landscape/assistant/config'
import { Env as Data, readConfig as readData } from '@landscape/data/config'
import { Env as Gateway, readConfig as readGateway } from '@landscape/gateway/config'
import { Env as Projects, readConfig as readProjects } from '@landscape/projects/config'
import { Env as Start, planServices, SERVICE_NAMES, type ServiceName } from '../start/plan.ts'

type Env = Readonly<Record<string, string | undefined>>

/** A process or part of it that reads settings. */
export interface Reader {
  name: string
  schema: z.ZodObject
  /** Throws a `ConfigError` with every error. */
  read: (env: Env) => unknown
}

/** A service without its ports, which `npm start` assigns and checks. */
function service(name: ServiceName, schema: z.ZodObject, read: Reader['read']) {
  const withoutPorts = (env: Env) => read({ ...env, PORT: undefined, METRICS_PORT: undefined })
  return { name, schema, read: withoutPorts }
}

const SERVICES = [
  service('gateway', Gateway, readGateway),
  service('projects', Projects, readProjects),
  service('data', Data, readData),
  service('admin-review', AdminReview, readAdminReview),
  service('assistant', Assistant, readAssistant),
]

/** The settings that services read when they open the store. */
const STORE: Reader = {
  name: 'store',
  schema: StoreEnv,
  read(env) {
    const problems = storeProblems(env)
    if (problems.length > 0) throw new ConfigError(problems)
  },
}

const COLLECTOR: Reader = { name: 'collector', schema: CollectorEnv, read: readCollectorConfig }

const START: Reader = { name: 'npm start', schema: Start, read: planServices }

/** All readers of settings. */
export const READERS: readonly Reader[] = [...SERVICES, COLLECTOR, STORE, START]

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = [
  ...new Set(READERS.flatMap(({ schema }) => Object.keys(schema.shape))),
]

/** The errors that prevent `npm start` from running these services on this host. */
export function settingsProblems(
  env: Env,
  names: readonly ServiceName[] = SERVICE_NAMES,
): ConfigProblem[] {
  const isPlanned = faultsOf([START], env).length === 0
  const local = isPlanned ? planServices(env, names).services.map(({ name }) => name) : names
  const services = SERVICES.filter(({ name }) => local.includes(name))
  const collector = local.includes('assistant') ? [COLLECTOR] : []
  const store = local.some((name) => name !== 'gateway') ? [STORE] : []
  return faultsOf([...services, ...collector, ...store, START], env)
}

/** The errors of all readers without duplicates. */
export function faultsOf(readers: readonly Reader[], env: Env): ConfigProblem[] {
  const faults = new Map<string, ConfigProblem>()
  for (const { read } of readers) {
    for (const fault of problemsOf(() => read(env))) {
      const key = `${fault.name} ${fault.problem}`
      if (!faults.has(key)) faults.set(key, fault)
    }
  }
  return [...faults.values()]
}

function problemsOf(read: () => unknown): readonly ConfigProblem[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
