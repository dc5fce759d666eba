import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installServer, SERVER_NAME } from '@landscape/dev/s3-server'
import { freePorts } from '../support/free-ports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PROJECT = 'landscape-e2e'
const STORE_IMAGE =
  'chrislusf/seaweedfs:4.44@sha256:e67e8c385484120b78bff47ba5f4debbca47fbd27ed1a39f016f47e8baea615b'
/** Logs of the last run. */
const LOGS = join(root, '.data/test-compose.log')
const PULL_TIMEOUT_MS = 120_000

/** One container of the stack. */
export interface Container {
  id: string
  service: string
  state: string
  exitCode: number
  health: string
}

/** The stack of docker-compose.yml under a project name of its own. */
export interface Stack {
  url: string
  /** Image or server of the store. */
  store: string
  /** Runs `docker compose …` and resolves with its output. */
  compose: (...args: string[]) => Promise<string>
  containers: (service?: string) => Promise<Container[]>
  inspect: (id: string) => Promise<Inspected>
  logs: (id: string) => Promise<string>
  /** Kills a container (SIGKILL). */
  kill: (id: string) => Promise<void>
  /** Writes the logs of all containers to a file; resolves with its path. */
  keepLogs: () => Promise<string>
  down: () => Promise<void>
}

/** The members of `docker inspect` that tests read. */
export interface Inspected {
  RestartCount: number
  State: { OOMKilled: boolean }
  Config: { User: string }
  HostConfig: {
    ReadonlyRootfs: boolean
    CapDrop: string[] | null
    SecurityOpt: string[] | null
    Privileged: boolean
    /** Bytes; 0 for no limit. */
    Memory: number
    PortBindings: Record<string, { HostIp: string }[]> | null
  }
}

/**
 * @throws Error when Docker or its Compose command is missing
 */
export async function openStack(): Promise<Stack> {
  await run('docker', ['version']).catch((cause: unknown) => {
    throw new Error('npm run test:compose needs a running Docker engine', { cause })
  })
  const command = await composeCommand()
  const [port] = await freePorts(1)
  const hasImage = await run('docker', ['image', 'inspect', STORE_IMAGE])
    .catch(() => run('docker', ['pull', '--quiet', STORE_IMAGE], {}, PULL_TIMEOUT_MS))
    .then(
      () => true,
      () => false,
    )
  const files = ['-f', 'docker-compose.yml']
  const env: Record<string, string> = { PORT: String(port) }
  if (!hasImage) {
    files.push('-f', 'test/compose/store-from-source.yml')
    env['S3_SERVER_BINARY'] = await installServer()
  }
  const compose = (...args: string[]) =>
    run(command[0], [...command.slice(1), '-p', PROJECT, ...files, ...args], env)

  return {
    url: `http://127.0.0.1:${port}`,
    store: hasImage ? STORE_IMAGE : `${SERVER_NAME}, because ${STORE_IMAGE} cannot be pulled`,
    compose,
    async containers(service) {
      const filter = service === undefined ? [] : ['--filter', label('service', service)]
      const ids = await run('docker', [
        'ps',
        '-aq',
        '--filter',
        label('project', PROJECT),
        ...filter,
      ])
      return Promise.all(ids.split('\n').filter(Boolean).map(describeContainer))
    },
    inspect,
    logs: (id) => run('docker', ['logs', id]),
    async kill(id) {
      await run('docker', ['kill', '--signal', 'KILL', id])
    },
    async keepLogs() {
      const logs = await compose('logs', '--no-color', '--timestamps').catch(String)
      await mkdir(dirname(LOGS), { recursive: true })
      await writeFile(LOGS, logs)
      return LOGS
    },
    async down() {
      await compose('down', '--volumes', '--timeout', '15')
    },
  }
}

function label(name: 'project' | 'service', value: string): string {
  return `label=com.docker.compose.${name}=${value}`
}

async function inspect(id: string): Promise<Inspected> {
  const [found] = JSON.parse(await run('docker', ['inspect', id])) as [Inspected]
  return found
}

async function describeContainer(id: string): Promise<Container> {
  const format =
    '{{index .Config.Labels "com.docker.compose.service"}} {{.State.Status}} ' +
    '{{.State.ExitCode}} {{if .State.Health}}{{.State.Health.Status}}{{else}}none{{end}}'
  const [service = '', state = '', exitCode = '', health = ''] = (
    await run('docker', ['inspect', '--format', format, id])
  )
    .trim()
    .split(' ')
  return { id, service, state, exitCode: Number(exitCode), health }
}

/** The plugin of today, else the program of before. */
async function composeCommand(): Promise<[string, ...string[]]> {
  const hasPlugin = await run('docker', ['compose', 'version']).then(
    () => true,
    () => false,
  )
  return hasPlugin ? ['docker', 'compose'] : ['docker-compose']
}

async function run(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
  timeout = 600_000,
): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    timeout,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout + stderr
}
