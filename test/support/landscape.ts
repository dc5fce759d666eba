import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ended, launch, stopChild } from '../../tools/start/launch.ts'
import {
  planServices,
  SERVICE_NAMES,
  type ServiceName,
  type ServicePlan,
} from '../../tools/start/plan.ts'
import { untilReady } from '../../tools/start/ready.ts'
import { prepareLocalData } from '../../tools/start/seed.ts'
import { registerGateway } from './fetch.ts'
import { freePorts } from './free-ports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface LandscapeOptions {
  /** Settings that override those of every test landscape. The environment is not inherited. */
  env?: Readonly<Record<string, string>>
  /** Services to start; the others are unreachable. All when absent. */
  services?: readonly ServiceName[]
  /** Directory of documents to fill the store with; `sample-data` when absent, `false` for none. */
  documents?: string | false
  /** Whether the history has one change of the sample data, as with `npm start`. */
  withHistory?: boolean
}

/** The real processes with dedicated ports and a dedicated store. */
export interface Landscape {
  /** Address of the gateway, without a trailing slash. */
  url: string
  /** Address of each service, whether started or not. */
  urls: Readonly<Record<ServiceName, string>>
  /** Directory of the embedded store. */
  dataDir: string
  /** Settings of every service. */
  settings: Readonly<Record<string, string>>
  /** Signs identities for requests that bypass the gateway. */
  internalTokenSecret: string
  /** Process ids of the running services. */
  pids: () => Partial<Record<ServiceName, number>>
  /** Output of a service since its first start; log lines follow the response with a delay. */
  output: (service: ServiceName) => string
  /** Kills a service (SIGKILL); it stays down. */
  kill: (service: ServiceName) => Promise<void>
  /** Stops a service (SIGTERM) and resolves with its exit code; null when a signal ended it. */
  terminate: (service: ServiceName) => Promise<number | null>
  /** Suspends or resumes a running service, or triggers its preloaded script (SIGUSR2). */
  signal: (service: ServiceName, name: 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2') => void
  /** Starts a stopped service at the same address with overriding settings; resolves when it is ready. */
  start: (service: ServiceName, env?: Readonly<Record<string, string>>) => Promise<void>
  /** Stops all services and removes the data. Call it in `afterAll`. */
  stop: () => Promise<void>
}

/**
 * Starts services in development mode and resolves when all are ready.
 *
 * @throws Error with a service's output when it does not start
 * @example
 * const landscape = await startLandscape({ services: ['gateway', 'data'] })
 * const response = await fetch(`${landscape.url}/api/health`)
 * await landscape.stop()
 */
export async function startLandscape({
  env = {},
  services = SERVICE_NAMES,
  documents = join(root, 'sample-data'),
  withHistory = false,
}: LandscapeOptions = {}): Promise<Landscape> {
  const dataDir = await mkdtemp(join(tmpdir(), 'landscape-'))
  const settings = { ...(await landscapeSettings(dataDir)), ...env }
  const plans = new Map(planServices(settings).services.map((plan) => [plan.name, plan]))
  const running = new Map<ServiceName, ChildProcess>()
  const output = new Map<ServiceName, string>()

  const planOf = (name: ServiceName): ServicePlan => {
    const plan = plans.get(name)
    if (!plan) throw new Error(`${name} does not run on this machine with these settings`)
    return plan
  }

  const childOf = (name: ServiceName): ChildProcess => {
    const child = running.get(name)
    if (!child) throw new Error(`${name} is not running`)
    return child
  }

  async function start(name: ServiceName, own: Readonly<Record<string, string>> = {}) {
    if (running.has(name)) throw new Error(`${name} runs already`)
    const plan = planOf(name)
    const child = launch({ ...plan, env: { ...plan.env, ...own } }, 'pipe')
    running.set(name, child)
    const over = new AbortController()
    child.once('exit', () => {
      running.delete(name)
      over.abort()
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output.set(name, (output.get(name) ?? '') + text)
      })
    }
    if (!(await untilReady(planOf(name).url, over.signal))) {
      throw new Error(`${name} did not start:\n${output.get(name) ?? ''}`)
    }
  }

  async function stop(): Promise<void> {
    // A suspended process handles no other signal.
    for (const child of running.values()) child.kill('SIGCONT')
    await Promise.all([...running.values()].map((child) => stopChild(child, 10_000)))
    await rm(dataDir, { recursive: true, force: true })
  }

  try {
    if (documents !== false) await prepareLocalData(settings, { documents, withHistory })
    await Promise.all(services.map((name) => start(name)))
  } catch (error) {
    await stop()
    throw error
  }

  return {
    url: planOf('gateway').url,
    urls: Object.fromEntries([...plans].map(([name, { url }]) => [name, url])) as Landscape['urls'],
    dataDir,
    settings,
    internalTokenSecret: settings.INTERNAL_TOKEN_SECRET,
    pids: () => Object.fromEntries([...running].map(([name, { pid }]) => [name, pid])),
    output: (name) => output.get(name) ?? '',
    async kill(name) {
      const child = childOf(name)
      child.kill('SIGKILL')
      await ended(child)
    },
    async terminate(name) {
      const child = childOf(name)
      child.kill('SIGTERM')
      await ended(child)
      return child.exitCode
    },
    signal: (name, signal) => void childOf(name).kill(signal),
    start,
    stop,
  }
}

/** Settings that isolate a landscape: dedicated ports, data and secret. */
export async function landscapeSettings(dataDir: string) {
  const [gateway, projects, data, adminReview, assistant] = await freePorts(5)
  registerGateway(`http://127.0.0.1:${gateway}`)
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    CHECK_REPLIES: 'true',
    OBJECT_STORE: 'embedded',
    DATA_DIR: dataDir,
    INTERNAL_TOKEN_SECRET: 'secret of the end to end tests only',
    DEV_USER_GROUPS: 'admin,reviewer',
    // A busy machine needs longer than an operator would wait.
    UPSTREAM_TIMEOUT_SECONDS: '240',
    PORT: String(gateway),
    PROJECTS_URL: `http://127.0.0.1:${projects}`,
    DATA_URL: `http://127.0.0.1:${data}`,
    ADMIN_REVIEW_URL: `http://127.0.0.1:${adminReview}`,
    ASSISTANT_URL: `http://127.0.0.1:${assistant}`,
  }
}
