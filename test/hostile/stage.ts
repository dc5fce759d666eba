import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SERVICE_NAMES, type ServiceName } from '../../tools/start/plan.ts'
import { freePorts } from '../support/free-ports.ts'
import { run } from '../support/process.ts'
import { startProduction, type Production } from '../support/production.ts'

/** The memory of a service's container in megabytes; docker-compose.yml gives each at least as much. */
export function containerMegabytes(service: ServiceName): number {
  const manifest = readFileSync(`deploy/kubernetes/base/${service}.yaml`, 'utf8')
  const [, limit] = /limits: \{ memory: (\d+)Mi \}/.exec(manifest) ?? []
  if (limit === undefined) throw new Error(`The manifest of ${service} has no limit of memory`)
  return Number(limit)
}

/** The options of the image (Dockerfile) in a container. */
function nodeOptions(megabytes: number): string {
  return `--max-semi-space-size=8 --max-old-space-size=${Math.floor(megabytes * 0.7)}`
}

/** The memory of the container that runs commands (docker-compose.yml). */
const COMMAND_MB = 640

export const CALLERS = {
  anonymous: undefined,
  user: { email: 'kim@acme.example', groups: [] },
  reviewer: { email: 'robin@acme.example', groups: ['reviewer'] },
  admin: { email: 'alex@acme.example', groups: ['admin'] },
} as const
export type Caller = keyof typeof CALLERS

/** A landscape in production mode with the heaps of its containers. */
export interface Stage {
  landscape: Production
  /** Addresses of the metrics. */
  metrics: ReadonlyMap<ServiceName, string>
  /** Headers of a caller, or of the user with an e-mail address. */
  headersOf: (caller: Caller | { email: string }) => Record<string, string>
  /** Stores documents by `<bucket>/<key>` in the way of an operator. */
  store: (documents: ReadonlyMap<string, unknown>) => Promise<void>
  /** Runs a script with the settings of the landscape. */
  command: (...args: string[]) => Promise<string>
  /** Services whose process ended. */
  ended: () => ServiceName[]
  stop: () => Promise<void>
}

export async function startStage(): Promise<Stage> {
  const landscape = await startProduction({
    services: [],
    documents: false,
    env: { CHECK_REPLIES: 'false' },
  })
  const folder = await mkdtemp(join(tmpdir(), 'landscape-hostile-'))
  const ports = await freePorts(SERVICE_NAMES.length)
  const metrics = new Map(
    SERVICE_NAMES.map((name, at) => [name, `http://127.0.0.1:${ports[at]}/metrics`]),
  )

  const tokens = new Map<string, Record<string, string>>()
  const tokensOf = ({ email, groups }: { email: string; groups: readonly string[] }) => {
    const known = tokens.get(email) ?? landscape.issuer.headersFor({ email, groups })
    tokens.set(email, known)
    return known
  }

  const command = async (...args: string[]) => {
    const started = run(args, {
      ...landscape.settings,
      NODE_OPTIONS: nodeOptions(COMMAND_MB),
    })
    const code = await started.exit
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${started.output()}`)
    return started.output()
  }
  return {
    landscape,
    metrics,
    command,
    headersOf(caller) {
      const person = typeof caller === 'string' ? CALLERS[caller] : { ...caller, groups: [] }
      return person ? tokensOf(person) : {}
    },
    async store(documents) {
      const directory = await mkdtemp(join(folder, 'documents-'))
      for (const [name, value] of documents) {
        await mkdir(dirname(join(directory, name)), { recursive: true })
        await writeFile(join(directory, name), JSON.stringify(value))
      }
      await command('tools/store.ts', 'import', directory, '--force', '--yes')
    },
    ended: () => SERVICE_NAMES.filter((name) => landscape.pids()[name] === undefined),
    async stop() {
      await landscape.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function startServices({ landscape, metrics }: Stage): Promise<void> {
  for (const name of SERVICE_NAMES.toReversed()) {
    const port = new URL(metrics.get(name) ?? '').port
    const NODE_OPTIONS = nodeOptions(containerMegabytes(name))
    await landscape.start(name, { METRICS_PORT: port, NODE_OPTIONS })
  }
}
