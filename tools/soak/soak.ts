import { setTimeout as sleep } from 'node:timers/promises'
import { installServer } from '@landscape/dev/s3-server'
import { SERVICE_NAMES, type ServiceName } from '../start/plan.ts'
import { wrongWith } from '../load/counted.ts'
import { createIncidents } from '../load/incidents.ts'
import { questionsIn } from '../load/store-price.ts'
import { createClient } from '../../test/support/client.ts'
import { startProduction } from '../../test/support/production.ts'
import { openS3 } from '../../test/support/stores.ts'
import { startCallers } from './callers.ts'
import { watchMemory } from './memory.ts'

/** Parts of the whole time: until all is warm, with incidents, until all is warm again, and in peace, for memory. */
const [WARM, TROUBLED, WARM_AGAIN, IN_PEACE] = [0.1, 0.45, 0.15, 0.3]
const STORE_MS = 5_000
const LOST_SHARE = 0.1
/** Between two incidents at least, and at most. */
const [SOON_MS, RARELY_MS] = [5_000, 60_000]

/**
 * Callers read and edit for a while on a real S3 server, while services are restarted and killed, the store
 * loses answers and goes away, and tokens and their keys are renewed.
 *
 * @returns whether each acknowledged edit was stored once, no read was older than an acknowledged edit, each mishap is explained by
 *   what was wrong on purpose, and memory was flat
 */
export async function soak(minutes: number, say: (line: string) => void): Promise<boolean> {
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
      incidents.during('the store loses answers', [503], async () => {
        store.drop(LOST_SHARE)
        await sleep(STORE_MS)
        store.drop(0)
      }),
    () =>
      incidents.during('the store is away', [503], async () => {
        await store.disconnect()
        await sleep(STORE_MS)
        await store.reconnect()
      }),
    ...services.map((name) => {
      return () => incidents.during(`${name} is killed`, [502, 503], () => restart(name, 'kill'))
    }),
    // Callers have no other gateway here.
    () =>
      incidents.during('the gateway restarts', ['connection'], () =>
        restart('gateway', 'terminate'),
      ),
  ]

  try {
    await sleep(WARM * ms)
    const end = performance.now() + TROUBLED * ms
    const pause = Math.max(SOON_MS, Math.min(RARELY_MS, (TROUBLED * ms) / events.length / 2))
    let happened = 0
    while (performance.now() < end) {
      await events[happened % events.length]?.()
      happened++
      await sleep(pause)
    }
    say(`${happened} incidents; now in peace`)
    await sleep(WARM_AGAIN * ms)
    const held = await watchMemory(landscape.pids(), IN_PEACE * ms)
    await callers.stop()
    await callers.prove()

    const { seen, edits } = callers
    say(`${seen.requests} requests, ${seen.notModified} × 304, ${seen.markedStale} marked stale`)
    const { gets, puts, lists } = questionsIn(store.requestCounts())
    say(`of the store were asked ${gets} GET, ${puts} PUT, ${lists} LIST`)
    say(
      `${edits.acknowledged.length} edits acknowledged, ${edits.lost.length} lost, ${edits.repeated.length} stored twice, by the history`,
    )
    say(`${edits.older.length} reads older than an acknowledged edit, without saying so`)
    for (const [name, times] of incidents.explained()) say(`  ${name}: ${times} requests failed`)
    say(`${incidents.unexplained().length} mishaps that nothing explains`)
    const bad = [...wrongWith(edits), ...incidents.unexplained()]
    for (const told of bad.slice(0, 20)) say(`  ${told}`)
    for (const { name, first, second, isFlat } of held) {
      say(
        `${name}: ${first.toFixed(0)} MB, then ${second.toFixed(0)} MB${isFlat ? '' : ': NOT flat'}`,
      )
    }
    return bad.length === 0 && held.every(({ isFlat }) => isFlat)
  } finally {
    await callers.stop().catch((error: unknown) => say(String(error)))
    client.close()
    await landscape.stop()
    await store.close()
  }
}
