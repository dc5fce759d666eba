import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ended, launch, stopChild } from '../../tools/start/launch.ts'
import type { ServiceName } from '../../tools/start/plan.ts'
import { untilReady } from '../../tools/start/ready.ts'

/** Preloaded into a process: resolves `*.replicas` to both addresses of `REPLICA_HOSTS`. */
const names = fileURLToPath(new URL('two-loopback-addresses.ts', import.meta.url))
export const RESOLVE_REPLICAS = { NODE_OPTIONS: `--import=${names}` }
export const REPLICA_HOSTS = ['127.0.0.1', '127.0.0.2'] as const

/** One of several processes of a service, each with its own address. */
export interface Replica {
  name: ServiceName
  url: string
  /** The process id of the running replica. */
  pid: () => number | undefined
  /** Resolves when it is ready. */
  start: () => Promise<void>
  /** Stops it (SIGTERM) and resolves when it has ended. */
  stop: () => Promise<void>
  /** Kills it (SIGKILL). */
  kill: () => Promise<void>
}

const GRACE_MS = 15_000

/**
 * Creates a replica that is not started yet.
 *
 * @param env its settings
 */
export function createReplica(
  name: ServiceName,
  { host, port, env }: { host: string; port: number; env: Readonly<Record<string, string>> },
): Replica {
  const url = `http://${host}:${port}`
  const plan = { name, script: `services/${name}/src/main.ts`, url, listens: [] }
  let child: ChildProcess | undefined
  return {
    name,
    url,
    pid: () => child?.pid,
    async start() {
      child = launch({ ...plan, env: { ...env, HOST: host, PORT: String(port) } }, 'pipe')
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => {
          output = (output + text).slice(-10_000)
        })
      }
      const over = new AbortController()
      child.once('exit', () => over.abort())
      if (!(await untilReady(url, over.signal))) {
        throw new Error(`${name} did not start:\n${output}`)
      }
    },
    async stop() {
      if (child) await stopChild(child, GRACE_MS)
    },
    async kill() {
      if (!child) return
      child.kill('SIGKILL')
      await ended(child)
    },
  }
}
