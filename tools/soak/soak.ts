import { setTimeout as sleep } from 'node:timers/promises'
import { installServer } from '@landscape/dev/s3-server'
import { SERVICE_NAMES, type ServiceName } from '../start/plan.ts'
import { faultsIn } from '../load/counted.ts'
import { createIncidents } from '../load/incidents.ts'
import { countRequests } from '../load/store-price.ts'
import { createClient } from '../../test/support/client.ts'
import { startProduction } from '../../test/support/production.ts'
import { openS3 } from '../../test/support/stores.ts'
import { startCallers } from './callers.ts'
import { watchMemory } from './memory.ts'

/** Shares of the duration: warm-up, injected faults, recovery, and memory measurement without faults. */
const [WARM_UP, FAULTS, RECOVERY, QUIET] = [0.1, 0.45, 0.15, 0.3]
const STORE_MS = 5_000
const DROPPED_SHARE = 0.1
/** Minimum and maximum pause between two faults. */
const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [5_000, 60_000]

/**
 * Reads and edits on a real S3 server while services are restarted and killed, the store drops responses and
 * becomes unavailable, and tokens and their keys are renewed.
 *
 * @returns whether each acknowledged edit was stored once, no read was older than an acknowledged edit, an injected
 *   fault explains each failure, and memory did not grow
 */
export async function soak(minutes: number, print: (line: string) => void): Promise<boolean> {
  await installServer()
  const store = await openS3()
  const landscape = await startProduction({
    documents: false,
    services: [],
    // A loaded machine may need longer to start a service than requests wait by default.
    env: { UPSTREAM_RESTART_SECONDS: '25' },
  })
  const start = (name: ServiceName) => landscape.start(name, name === 'gateway' ? {} : store.env)
  for (const name of SERVICE_NAMES.toReversed()) await start(name)
  const client = createClient(landscape.url)
  const incidents = createIncidents()
  const { issuer } = landscape
  const callers = startCallers({ client, issuer, incidents })
  const ms = minutes * 60_000

  async function restart(name: ServiceName, end: 'terminate' | 'kill') {
    await landscape[end](name)
    await start(name)
  }
  const services = SERVICE_NAMES.filter((name) => name !== 'gateway')
  const events: (() => Promise<void>)[] = [
    ...services.map((name) => {
      return () => incidents.during(`${name} restarts`, [], () => restart(name, 'terminate'))
    }),
    () =>
      incidents.during('tokens and their keys are renewed', [], async () => {
        issuer.rotate()
        callers.renewTokens()
      }),
    () =>
      incidents.during('the store drops responses', [503], async () => {
        store.drop(DROPPED_SHARE)
        await sleep(STORE_MS)
        store.drop(0)
      }),
    () =>
      incidents.during('store outage', [503], async () => {
        await store.disconnect()
        await sleep(STORE_MS)
        await store.reconnect()
      }),
    ...services.map((name) => {
      return () => incidents.during(`${name} is killed`, [502, 503], () => restart(name, 'kill'))
    }),
    // The soak runs one gateway.
    () =>
      incidents.during('the gateway restarts', ['connection'], () =>
        restart('gateway', 'terminate'),
      ),
  ]

  try {
    await sleep(WARM_UP * ms)
    const end = performance.now() + FAULTS * ms
    const pause = Math.max(MIN_PAUSE_MS, Math.min(MAX_PAUSE_MS, (FAULTS * ms) / events.length / 2))
    let happened = 0
    while (performance.now() < end) {
      await events[happened % events.length]?.()
      happened++
      await sleep(pause)
    }
    print(`${happened} faults injected; measuring memory`)
    await sleep(RECOVERY * ms)
    const memory = await watchMemory(landscape.pids(), QUIET * ms)
    await callers.stop()
    await callers.prove()

    const { counts, edits } = callers
    print(
      `${counts.requests} requests, ${counts.notModified} × 304, ${counts.markedStale} marked stale`,
    )
    const { gets, puts, lists } = countRequests(store.requestCounts())
    print(`store requests: ${gets} GET, ${puts} PUT, ${lists} LIST`)
    print(
      `${edits.acknowledged.length} edits acknowledged, ${edits.lost.length} lost, ${edits.repeated.length} stored twice`,
    )
    print(`${edits.older.length} reads older than an acknowledged edit, not marked stale`)
    for (const [name, times] of incidents.explained()) print(`  ${name}: ${times} requests failed`)
    print(`${incidents.unexplained().length} unexplained failures`)
    const bad = [...faultsIn(edits), ...incidents.unexplained()]
    for (const fault of bad.slice(0, 20)) print(`  ${fault}`)
    for (const { name, first, second, isFlat } of memory) {
      print(
        `${name}: ${first.toFixed(0)} MB, second half ${second.toFixed(0)} MB${isFlat ? '' : ': GREW'}`,
      )
    }
    return bad.length === 0 && memory.every(({ isFlat }) => isFlat)
  } finally {
    await callers.stop().catch((error: unknown) => print(String(error)))
    client.close()
    await landscape.stop()
    await store.close()
  }
}
