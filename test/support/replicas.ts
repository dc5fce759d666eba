import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ended, launch, stopChild } from '../../scripts/start/launch.ts'
import { untilReady } from '../../scripts/start/ready.ts'
import { freePorts } from './free-ports.ts'
import { startProduction, type Production } from './production.ts'
import { openEmbedded, type TestStore } from './stores.ts'

const names = fileURLToPath(new URL('two-loopback-addresses.ts', import.meta.url))

/** The data service in two replicas behind the gateway. */
export interface WithReplicas extends Production {
  /** The store, for a look past the services. */
  data: TestStore
  /** Port of both replicas: the first is at 127.0.0.1, the second at 127.0.0.2. */
  dataPort: number
  /** Ends the second replica by force. */
  killSecond: () => Promise<void>
  /** Starts the second replica at its old address; resolves when it is ready. */
  startSecond: () => Promise<void>
}

/** Starts gateway, registry and two replicas of the data service in production mode. */
export async function startWithReplicas(
  env: Readonly<Record<string, string>> = {},
): Promise<WithReplicas> {
  const [port] = await freePorts(1)
  const data = await openEmbedded()
  const target = await startProduction({
    services: ['gateway', 'projects'],
    documents: false,
    env: {
      ...data.env,
      ...env,
      NODE_OPTIONS: `--import=${names}`,
      DATA_URL: `http://data.replicas:${port}`,
    },
  })
  const running: ChildProcess[] = []

  async function start(host: string): Promise<ChildProcess> {
    const url = `http://${host}:${port}`
    const child = launch(
      {
        name: 'data',
        script: 'services/data/src/main.ts',
        url,
        listens: [],
        env: {
          PATH: process.env['PATH'] ?? '',
          NODE_ENV: 'production',
          HOST: host,
          PORT: String(port),
          ...data.env,
          INTERNAL_TOKEN_SECRET: target.internalTokenSecret,
        },
      },
      'pipe',
    )
    running.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    const over = new AbortController()
    child.once('exit', () => over.abort())
    if (!(await untilReady(url, over.signal))) throw new Error(`did not start:\n${output}`)
    return child
  }

  async function stop(): Promise<void> {
    await Promise.all(running.map((child) => stopChild(child, 10_000)))
    await target.stop()
    await data.close()
  }

  try {
    let [, second] = await Promise.all([start('127.0.0.1'), start('127.0.0.2')])
    return {
      ...target,
      data,
      dataPort: port!,
      async killSecond() {
        second.kill('SIGKILL')
        await ended(second)
      },
      async startSecond() {
        second = await start('127.0.0.2')
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
