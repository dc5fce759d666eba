/**
 * Prepares `npm start`: checks arguments, settings and ports, fills the store, sends the plan to the parent
 * process and ends. The supervisor does not load these modules, which take 80 MB.
 */
import { runTool } from '../command-line/run-tool.ts'
import { command } from '../command-line/tool.ts'
import { ConfigError } from '@landscape/runtime/config/parse-config'
import { readConfig as readGateway } from '@landscape/gateway/config'
import { SETTING_NAMES, settingsProblems } from '../config/readers.ts'
import { unknownSettings } from '../config/unknown-settings.ts'
import { planCollector, planMonths } from './collector.ts'
import {
  planServices,
  type ProcessPlan,
  SERVICE_NAMES,
  type ServiceName,
  type ServicePlan,
} from './plan.ts'
import { portProblems } from './ports.ts'
import { prepareLocalData } from './seed.ts'
import { loadLocalSettings, StartError, withDefaults } from './settings.ts'
import { welcome } from './welcome.ts'

/** The services that the supervisor runs. */
export interface Prepared {
  services: readonly ServicePlan[]
  /** The collector of usage, when COLLECT_EVERY_MINUTES is set. */
  jobs: readonly ProcessPlan[]
  /** The process that keeps the counts of months. */
  eachEvening: readonly ProcessPlan[]
  /** Whether changed code restarts its services. */
  watch: boolean
  /** The message to the operator when all services are ready. */
  welcome: string
}

const startTool = {
  name: 'start',
  ...command({
    about:
      'Runs all services on this machine until Ctrl-C, with the data of a sample organisation.',
    notes: 'Settings come from .env and the environment; .env.example lists them.',
    arguments: {
      '[services…]': { about: 'services to run; all when absent', oneOf: SERVICE_NAMES },
    },
    options: {
      watch: { about: 'restart a service when its code changes, as `npm run dev` does' },
    },
    examples: ['', 'gateway data', '--watch'],
    async run(names, { watch }) {
      const plan = await prepare(names.length === 0 ? SERVICE_NAMES : (names as ServiceName[]))
      await send({ ...plan, watch })
    },
  }),
}

/** Resolves when the parent's channel has accepted the plan. */
async function send(prepared: Prepared): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.send?.(prepared, (error: Error | null) => (error ? reject(error) : resolve()))
  })
}

async function prepare(names: readonly ServiceName[]): Promise<Omit<Prepared, 'watch'>> {
  const environment = { ...process.env }
  const notice = loadLocalSettings('.env', process.env)
  if (notice !== undefined) console.log(notice)
  for (const line of unknownSettings(SETTING_NAMES, environment, process.env)) console.log(line)
  const env = withDefaults(process.env)
  const faults = settingsProblems(env, names)
  if (faults.length > 0) {
    const end = 'Nothing was started. "npm run config -- check" shows the source of each setting.'
    throw new StartError(`${new ConfigError(faults).message}\n${end}`)
  }
  const { services, elsewhere } = planServices(env, names)
  const problems = await portProblems(services)
  if (problems.length > 0) {
    const end = 'Nothing was started. Is the landscape running already?'
    throw new StartError([...problems, end].join('\n'))
  }
  for (const { name, setting, url } of elsewhere)
    console.log(`${name}: not started, because ${setting} is ${url}`)
  const { collector, notice: idle } = planCollector(env, services)
  if (idle !== undefined) console.log(idle)

  const data = await prepareLocalData(env, { withHistory: true })
  const runsGateway = services.some(({ name }) => name === 'gateway')
  const aliases = runsGateway && readGateway(env).compatibilityAliases
  const development = env['NODE_ENV'] === 'development'
  const jobs = collector ? [collector] : []
  const eachEvening = planMonths(env, services)
  const named = services.map((service) => withOrganisation(service, data?.organisation))
  const text = welcome({ services, development, aliases, data })
  return { services: named, jobs, eachEvening, welcome: text }
}

/** Pages name the organisation of the sample, unless a setting names another. */
function withOrganisation(service: ServicePlan, name: string | undefined): ServicePlan {
  const set = service.env['ORGANISATION_NAME']?.trim()
  return set || !name ? service : { ...service, env: { ...service.env, ORGANISATION_NAME: name } }
}

/** Ends with the parent; the next start completes an interrupted import. */
process.once('disconnect', () => process.exit())

process.exit(await runTool(startTool, process.argv.slice(2)))
