import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import type { ServiceName } from '../../start/plan.ts'
import type { Client } from '../../../test/support/client.ts'
import { metricsPorts, prepareOnS3, type OnS3, type Print } from '../stage.ts'
import { dashboardQueries, startPrometheus, untilResolved, untilFiring } from './prometheus.ts'
import { repeat, type Repeated } from './repeat.ts'

const HEALTHY_MS = 20_000

/**
 * Checks the alerts of a healthy landscape, a store outage and a stopped service, and that they
 * resolve. Runs real processes on a real S3 server, scraped by a real Prometheus.
 *
 * @returns whether the expected alerts fired and resolved, and none fired in the healthy landscape
 */
export async function alarms(print: Print): Promise<boolean> {
  const targets = await metricsPorts()
  const settingsOf = (name: ServiceName) => ({ METRICS_PORT: String(targets[name]) })
  const landscape = await prepareOnS3(settingsOf)
  await storeUsageOfToday(landscape)
  await landscape.startAll()
  const prometheus = await startPrometheus(targets)
  const { client, data: store } = landscape
  const headers = landscape.issuer.headersFor({ email: 'kim@acme.example', groups: ['admin'] })
  const callers = startCallers(client, headers)
  try {
    const steps: boolean[] = []
    await sleep(HEALTHY_MS)
    const early = await prometheus.firing()
    print(`healthy: ${early.join(', ') || 'no alerts'}`)
    steps.push(early.length === 0)

    await store.disconnect()
    steps.push(
      await untilFiring(prometheus, ['EditsGivenUp', 'ReadsStale', 'StoreUnavailable'], print),
    )
    await store.reconnect()
    steps.push(await untilResolved(prometheus, undefined, print))

    await landscape.kill('data')
    const expected = ['CallersGetErrors', 'ProcessDown', 'ReplicaUnhealthy', 'ServiceFailing']
    steps.push(await untilFiring(prometheus, expected, print))
    for (const [title, query] of await dashboardQueries()) {
      const series = await prometheus.countSeries(query)
      if (series === 0) print(`the panel "${title}" is empty: ${query}`)
    }
    await landscape.start('data')
    steps.push(await untilResolved(prometheus, undefined, print))
    return steps.every(Boolean)
  } finally {
    await callers.stop()
    await prometheus.stop()
    await landscape.stop()
  }
}

/** Makes the newest day of the sample data today: the alarm UsageOld is right about an older one. */
async function storeUsageOfToday({ data: { store } }: OnS3): Promise<void> {
  const { ref, schema } = DOCUMENTS.organisationHistory
  const usage = createDocument(store, ref, schema)
  const date = new Date().toISOString().slice(0, 10)
  await usage.change(
    (days = []) => ({ next: [...days, { ...days.at(-1), date }], result: undefined }),
    {
      by: { actor: 'drill', action: 'store the usage of today' },
    },
  )
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
