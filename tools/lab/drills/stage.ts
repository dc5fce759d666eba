import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importDirectory } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { createClient } from '../../../test/support/client.ts'
import { run } from '../../../test/support/process.ts'
import { startWithSourceControl } from '../../../test/support/source-control.ts'
import { countedIn, metricsPorts, staged, startRedisIfInstalled, type Print } from '../stage.ts'
import { startPrometheus } from './prometheus.ts'

const SAMPLE_DATA = fileURLToPath(new URL('../../../sample-data', import.meta.url))
const PERSON = { email: 'kim@acme.example', groups: ['admin'] }

export type Stage = Awaited<ReturnType<typeof startStage>>

/**
 * Starts all services on the embedded store, scraped by a real Prometheus; with Redis where it is
 * installed.
 */
export async function startStage(print: Print) {
  const redis = await startRedisIfInstalled(print)
  const targets = await metricsPorts()
  const env = countedIn(redis)
  const landscape = staged(await startWithSourceControl({ services: [], env }), (name) => ({
    METRICS_PORT: String(targets[name]),
  }))
  const store = createEmbeddedStore(landscape.dataDir)
  await importDirectory(store, SAMPLE_DATA)
  await landscape.startAll()
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
