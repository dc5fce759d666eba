/** `npm start`: the table of its arguments, and the start itself. */
import { fileURLToPath } from 'node:url'
import { command, ConfigError, runTool } from '@landscape/runtime'
import { readConfig as readGateway } from '../services/gateway/src/config.ts'
import { unknownSettings } from './config/unknown-settings.ts'
import { SETTING_NAMES, settingsProblems } from './config/readers.ts'
import { launch } from './start/launch.ts'
import { planServices, SERVICE_NAMES, type ServiceName } from './start/plan.ts'
import { portProblems } from './start/ports.ts'
import { untilReady } from './start/ready.ts'
import { prepareLocalData } from './start/seed.ts'
import { loadLocalSettings, StartError, withDefaults } from './start/settings.ts'
import { createSupervisor, type Supervisor } from './start/supervisor.ts'
import { watchCode } from './start/watch.ts'
import { welcome } from './start/welcome.ts'

/** Time in which a second signal belongs to the same key press: npm and the terminal both send it. */
const SAME_SIGNAL_MS = 500

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
    run: (names, { watch }) =>
      start(names.length === 0 ? SERVICE_NAMES : (names as ServiceName[]), watch),
  }),
}

async function start(names: readonly ServiceName[], watch: boolean): Promise<void> {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  const environment = { ...process.env }
  const notice = loadLocalSettings('.env', process.env)
  if (notice !== undefined) say(notice)
  for (const line of unknownSettings(SETTING_NAMES, environment, process.env)) say(line)
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
    say(`${name}: not started, because ${setting} is ${url}`)

  const data = await prepareLocalData(env, 'sample-data', { withHistory: true })
  const supervisor = createSupervisor(
    services.map((service) => ({
      name: service.name,
      launch: () => launch(service),
      untilReady: (signal) =>
        untilReady(service.url, signal, () =>
          say(`${service.name} is not ready yet: see ${service.url}/readyz.`),
        ),
    })),
    { say, afterEnd: watch ? 'wait' : 'restart' },
  )
  const isStopping = stopOnRequest(supervisor)
  if (watch) {
    const planned = services.map(({ name }) => name)
    watchCode(process.cwd(), planned, (changed, path) => {
      say(`${path} changed: restarting ${changed.join(', ')}.`)
      void supervisor.restart(changed)
    })
  }
  const failed = await supervisor.start()
  if (isStopping()) return
  if (failed.length > 0 && !watch) {
    await supervisor.stop()
    throw new StartError(
      `Did not start: ${failed.join(', ')}. See the output above for the reason.`,
    )
  }
  const runsGateway = services.some(({ name }) => name === 'gateway')
  const aliases = runsGateway && readGateway(env).compatibilityAliases
  say(welcome({ services, development: env['NODE_ENV'] === 'development', aliases, data }))
}

/**
 * Stops the services on the first signal or when the parent process has ended; a second signal
 * kills them.
 */
function stopOnRequest(supervisor: Supervisor): () => boolean {
  let since: number | undefined
  const stop = (reason: string) => {
    if (since === undefined) {
      since = performance.now()
      say(`\n${reason}: stopping; repeat to kill all services.`)
      void supervisor.stop().then(() => process.exit(0))
    } else if (performance.now() - since > SAME_SIGNAL_MS) {
      supervisor.kill()
      process.exit(1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop(signal))
  }
  const orphaned = () => stop('The parent process ended')
  process.once('disconnect', orphaned)
  // `undefined` without an IPC channel; `false` means that it has closed already.
  const { connected } = process as { connected?: boolean }
  if (connected === false) orphaned()
  return () => since !== undefined
}

/** Ignores write errors of a closed terminal, so that the services are stopped. */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const code = await runTool(startTool, process.argv.slice(2))
if (code > 0) process.exit(code)
