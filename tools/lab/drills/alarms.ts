import { setTimeout as sleep } from 'node:timers/promises'
import { installServer } from '@landscape/dev/s3-server'
import { SERVICE_NAMES, type ServiceName } from '../../start/plan.ts'
import { createClient, type Client } from '../../../test/support/client.ts'
import { freePorts } from '../../../test/support/free-ports.ts'
import { startProduction } from '../../../test/support/production.ts'
import { openS3 } from '../../../test/support/stores.ts'
import {
  dashboardQueries,
  startPrometheus,
  untilResolved,
  untilFiring,
  type Print,
} from './prometheus.ts'
import { repeat, type Repeated } from './repeat.ts'

const HEALTHY_MS = 20_000

/**
 * Checks the alerts of a healthy landscape, a store outage and a stopped service, and that they
 * resolve. Runs real processes on a real S3 server, scraped by a real Prometheus.
 *
 * @returns whether the expected alerts fired and resolved, and none fired in the healthy landscape
 */
export async function alarms(print: Print): Promise<boolean> {
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
    await sleep(HEALTHY_MS)
    const early = await prometheus.firing()
    print(`healthy: ${early.join(', ') || 'no alerts'}`)
    steps.push(early.length === 0)

    await store.disconnect()
    steps.push(await untilFiring(prometheus, ['EditsGivenUp', 'ReadsStale', 'StoreAway'], print))
    await store.reconnect()
    steps.push(await untilResolved(prometheus, undefined, print))

    await landscape.kill('data')
    const expected = ['CallersGetErrors', 'ProcessAway', 'ReplicaPassedOver', 'ServiceFailing']
    steps.push(await untilFiring(prometheus, expected, print))
    for (const [title, query] of await dashboardQueries()) {
      const series = await prometheus.countSeries(query)
      if (series === 0) print(`the panel "${title}" is empty: ${query}`)
    }
    await start('data')
    steps.push(await untilResolved(prometheus, undefined, print))
    return steps.every(Boolean)
  } finally {
    await callers.stop()
    client.close()
    await prometheus.stop()
    await landscape.stop()
    await store.close()
  }
}

/** Starts callers that read and edit until they are stopped. */
function startCallers(client: Client, headers: Record<string, string>): Repeated {
  const edit = { message: 'A drill', pages: ['radar'] }
  const all = [
    repeat(100, [() => client.get('/api/banners'), () => client.get('/api/tech-radar/json')]),
    repeat(500, [() => client.get('/api/v1/projects', headers)]),
    repeat(1_000, [() => client.post('/admin/api/banners/update', edit, headers)]),
  ]
  return {
    async stop() {
      await Promise.all(all.map((callers) => callers.stop()))
    },
  }
}
