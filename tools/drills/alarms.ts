import { setTimeout as sleep } from 'node:timers/promises'
import { installServer } from '@landscape/dev/s3-server'
import { SERVICE_NAMES, type ServiceName } from '../start/plan.ts'
import { createClient, type Client } from '../../test/support/client.ts'
import { freePorts } from '../../test/support/free-ports.ts'
import { startProduction } from '../../test/support/production.ts'
import { openS3 } from '../../test/support/stores.ts'
import {
  dashboardQueries,
  startPrometheus,
  untilQuiet,
  untilRinging,
  type Say,
} from './prometheus.ts'

const WELL_MS = 20_000

/**
 * Which alarms ring when the landscape is well, its store is away, and a service is gone; and whether they
 * end afterwards. Real processes on a real S3 server, asked by a real Prometheus.
 *
 * @returns whether all rang that should, and none while all was well
 */
export async function alarms(say: Say): Promise<boolean> {
  await installServer()
  const store = await openS3()
  const ports = await freePorts(SERVICE_NAMES.length)
  const targets = Object.fromEntries(SERVICE_NAMES.map((name, i) => [name, ports[i] ?? 0]))
  const landscape = await startProduction({ documents: false, services: [] })
  const start = (name: ServiceName) =>
    landscape.start(name, {
      METRICS_PORT: String(targets[name]),
      ...(name !== 'gateway' && store.env),
    })
  for (const name of SERVICE_NAMES.toReversed()) await start(name)
  const prometheus = await startPrometheus(targets)
  const client = createClient(landscape.url, { described: false })
  const headers = landscape.issuer.headersFor({ email: 'kim@acme.example', groups: ['admin'] })
  const callers = startCallers(client, headers)
  try {
    const steps: boolean[] = []
    await sleep(WELL_MS)
    const early = await prometheus.ringing()
    say(`all is well: ${early.join(', ') || 'nothing rings'}`)
    steps.push(early.length === 0)

    await store.disconnect()
    steps.push(await untilRinging(prometheus, ['EditsGivenUp', 'ReadsStale', 'StoreAway'], say))
    await store.reconnect()
    steps.push(await untilQuiet(prometheus, undefined, say))

    await landscape.kill('data')
    const gone = ['CallersGetErrors', 'ProcessAway', 'ReplicaPassedOver', 'ServiceFailing']
    steps.push(await untilRinging(prometheus, gone, say))
    for (const [title, query] of await dashboardQueries()) {
      const series = await prometheus.ask(query)
      if (series === 0) say(`the panel "${title}" shows nothing: ${query}`)
    }
    await start('data')
    steps.push(await untilQuiet(prometheus, undefined, say))
    return steps.every(Boolean)
  } finally {
    await callers.stop()
    client.close()
    await prometheus.stop()
    await landscape.stop()
    await store.close()
  }
}

/** Reads and edits, as people would, until they are stopped. */
function startCallers(client: Client, headers: Record<string, string>) {
  const stopped = new AbortController()
  const again = async (everyMs: number, ask: () => Promise<unknown>) => {
    while (!stopped.signal.aborted) {
      await ask().catch(() => {})
      await sleep(everyMs)
    }
  }
  const edit = { message: 'A drill', pages: ['radar'] }
  const all = [
    again(100, () => client.get('/api/banners')),
    again(100, () => client.get('/api/tech-radar/json')),
    again(500, () => client.get('/api/v1/projects', headers)),
    again(1_000, () => client.post('/admin/api/banners/update', edit, headers)),
  ]
  return {
    async stop() {
      stopped.abort()
      await Promise.all(all)
    },
  }
}
