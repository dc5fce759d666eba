import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasRedis, startRedis } from '@landscape/dev/redis-server'
import { importDirectory } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { SERVICE_NAMES, type ServiceName } from '../../start/plan.ts'
import { createClient } from '../../../test/support/client.ts'
import { freePorts } from '../../../test/support/free-ports.ts'
import { run } from '../../../test/support/process.ts'
import { startWithSourceControl } from '../../../test/support/source-control.ts'
import { startPrometheus, type Print } from './prometheus.ts'

const SAMPLE_DATA = fileURLToPath(new URL('../../../sample-data', import.meta.url))
const PERSON = { email: 'kim@acme.example', groups: ['admin'] }

export type Stage = Awaited<ReturnType<typeof startStage>>

/**
 * Starts all services on the embedded store, scraped by a real Prometheus; with Redis where it is
 * installed.
 */
export async function startStage(print: Print) {
  const redis = hasRedis() ? await startRedis() : undefined
  if (!redis) print('without Redis: redis-server is not on the PATH')
  const ports = await freePorts(SERVICE_NAMES.length)
  const targets = Object.fromEntries(SERVICE_NAMES.map((name, i) => [name, ports[i] ?? 0]))
  const counted = { REDIS_URL: redis?.url ?? '', RATE_LIMIT_PER_MINUTE: '1000000' }
  const landscape = await startWithSourceControl({ services: [], env: redis ? counted : {} })
  const store = createEmbeddedStore(landscape.dataDir)
  await importDirectory(store, SAMPLE_DATA)
  const start = (name: ServiceName) =>
    landscape.start(name, { METRICS_PORT: String(targets[name]) })
  for (const name of SERVICE_NAMES.toReversed()) await start(name)
  const prometheus = await startPrometheus(targets)
  const client = createClient(landscape.url, { described: false })
  const registry = createClient(landscape.urls.projects, { described: false })
  const data = createClient(landscape.urls.data, { described: false })
  /** Runs a tool and prints its output when it fails. */
  async function command(...args: string[]): Promise<void> {
    const { exit, output } = run(args, landscape.settings)
    if ((await exit) !== 0) print(`  ${args.join(' ')}: ${output().slice(0, 500)}`)
  }
  const backups = await mkdtemp(join(tmpdir(), 'landscape-drill-'))
  return {
    redis,
    landscape,
    store,
    prometheus,
    /** Clients of the gateway and, without it, of the registry and the data service. */
    client,
    registry,
    data,
    /** Directory for backups. */
    backups,
    /** Headers of an administrator. */
    headers: landscape.issuer.headersFor(PERSON),
    start,
    command,
    async stop(): Promise<void> {
      for (const one of [client, registry, data]) one.close()
      store.close()
      await prometheus.stop()
      await landscape.stop()
      await redis?.stop()
      await rm(backups, { recursive: true, force: true })
    },
  }
}
