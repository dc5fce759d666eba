import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ended } from '../../tools/start/launch.ts'
import { API_SERVER } from '../../tools/kubernetes/api-server.ts'
import { freePorts } from './free-ports.ts'
import { pause } from './process.ts'

/** Whether the API server of Kubernetes is built, and its store and its client are on the PATH. */
export const HAS_API_SERVER =
  existsSync(API_SERVER) &&
  spawnSync('etcd', ['--version']).status === 0 &&
  spawnSync('kubectl', ['version', '--client']).status === 0

/** An API server without controllers and nodes. */
export interface ApiServer {
  /** Runs kubectl against it. */
  kubectl: (args: readonly string[], input?: string) => Output
  stop: () => Promise<void>
}
interface Output {
  status: number | null
  stdout: string
  stderr: string
}

/** Starts the API server of Kubernetes with its store, on the loopback interface. */
export async function startApiServer(): Promise<ApiServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kubernetes-api-'))
  const [client, peer, port] = await freePorts(3)
  const store = `http://127.0.0.1:${client}`
  const key = join(folder, 'key.pem')
  const config = join(folder, 'config.json')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await writeFile(join(folder, 'tokens.csv'), 'a-token,test,test,system:masters\n')
  await writeFile(config, JSON.stringify(clientConfig(`https://127.0.0.1:${port}`)))
  const children = [
    start('etcd', join(folder, 'etcd.log'), {
      'data-dir': join(folder, 'etcd'),
      'listen-client-urls': store,
      'advertise-client-urls': store,
      'listen-peer-urls': `http://127.0.0.1:${peer}`,
    }),
    start(API_SERVER, join(folder, 'api-server.log'), {
      'etcd-servers': store,
      'bind-address': '127.0.0.1',
      'secure-port': port,
      'cert-dir': folder,
      'token-auth-file': join(folder, 'tokens.csv'),
      'authorization-mode': 'RBAC',
      'service-cluster-ip-range': '10.0.0.0/24',
      'service-account-issuer': 'https://kubernetes.default.svc',
      'service-account-key-file': key,
      'service-account-signing-key-file': key,
    }),
  ]
  const server: ApiServer = {
    kubectl: (args, input = '') =>
      spawnSync('kubectl', [`--kubeconfig=${config}`, `--cache-dir=${folder}/cache`, ...args], {
        input,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      }),
    async stop() {
      // Nothing is kept: the shutdown of the API server would wait for its store.
      for (const { child } of children) child.kill('SIGKILL')
      await Promise.all(children.map(({ child }) => ended(child)))
      await rm(folder, { recursive: true })
    },
  }
  try {
    await untilReady(server, children)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

function clientConfig(address: string): object {
  const name = 'test'
  return {
    clusters: [{ name, cluster: { server: address, 'insecure-skip-tls-verify': true } }],
    users: [{ name, user: { token: 'a-token' } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  }
}

interface Started {
  child: ChildProcess
  log: string
}

/** Starts a program that writes its output to a file: a pipe would fill while the test waits for kubectl. */
function start(program: string, log: string, flags: Readonly<Record<string, unknown>>): Started {
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${String(value)}`)
  const output = openSync(log, 'w')
  const child = spawn(program, args, { stdio: ['ignore', output, output] })
  closeSync(output)
  return { child, log }
}

async function untilReady({ kubectl }: ApiServer, children: readonly Started[]): Promise<void> {
  while (kubectl(['get', '--raw', '/readyz']).status !== 0) {
    const gone = children.find(({ child }) => child.exitCode !== null)
    if (gone)
      throw new Error(
        `${gone.child.spawnfile} ended:\n${readFileSync(gone.log, 'utf8').slice(-4_000)}`,
      )
    await pause()
  }
}
