import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICE_NAMES } from '../../start/plan.ts'
import { faultsIn } from '../load/counted.ts'
import { createIncidents, type Incidents } from '../load/incidents.ts'
import { countRequests } from '../load/store-price.ts'
import { prepareOnS3, type OnS3, type Print } from '../stage.ts'
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
 * @returns whether each acknowledged edit was stored once, no read was older than an acknowledged edit,
 *   an injected fault explains each failure, and memory did not grow
 */
export async function soak(minutes: number, print: Print): Promise<boolean> {
  // A loaded machine may need longer to start a service than requests wait by default.
  const env = { UPSTREAM_RESTART_SECONDS: '25' }
  const landscape = await prepareOnS3({ env, described: true })
  await landscape.startAll()
  const incidents = createIncidents()
  const callers = startCallers({ ...landscape, incidents })
  const faults = faultsOf({ landscape, incidents, callers })
  const ms = minutes * 60_000
  try {
    await sleep(WARM_UP * ms)
    const end = performance.now() + FAULTS * ms
    const pause = Math.max(MIN_PAUSE_MS, Math.min(MAX_PAUSE_MS, (FAULTS * ms) / faults.length / 2))
    let happened = 0
    while (performance.now() < end) {
      await faults[happened % faults.length]?.()
      happened++
      await sleep(pause)
    }
    print(`${happened} faults injected; measuring memory`)
    await sleep(RECOVERY * ms)
    const memory = await watchMemory(landscape.pids(), QUIET * ms)
    await callers.stop()
    await callers.prove()
    const { gets, puts, lists } = countRequests(landscape.data.requestCounts())
    print(`store requests: ${gets} GET, ${puts} PUT, ${lists} LIST`)
    const bad = report({ callers, incidents, print })
    for (const { name, first, second, isFlat } of memory) {
      const grew = isFlat ? '' : ': GREW'
      print(`${name}: ${first.toFixed(0)} MB, second half ${second.toFixed(0)} MB${grew}`)
    }
    return bad.length === 0 && memory.every(({ isFlat }) => isFlat)
  } finally {
    await callers.stop().catch((error: unknown) => print(String(error)))
    await landscape.stop()
  }
}

interface Soaked {
  landscape: OnS3
  incidents: Incidents
  callers: ReturnType<typeof startCallers>
}

/** Returns the faults in the order in which they are injected. */
function faultsOf({ landscape, incidents, callers }: Soaked): (() => Promise<void>)[] {
  const { data: store, restart } = landscape
  async function renewTokens() {
    landscape.issuer.rotate()
    callers.renewTokens()
  }
  async function dropResponses() {
    store.drop(DROPPED_SHARE)
    await sleep(STORE_MS)
    store.drop(0)
  }
  async function disconnectStore() {
    await store.disconnect()
    await sleep(STORE_MS)
    await store.reconnect()
  }
  const services = SERVICE_NAMES.filter((name) => name !== 'gateway')
  return [
    ...services.map((name) => () => incidents.during(`${name} restarts`, [], () => restart(name))),
    () => incidents.during('tokens and their keys are renewed', [], renewTokens),
    () => incidents.during('the store drops responses', [503], dropResponses),
    () => incidents.during('store outage', [503], disconnectStore),
    ...services.map(
      (name) => () =>
        incidents.during(`${name} is killed`, [502, 503], () => restart(name, 'kill')),
    ),
    // The soak runs one gateway.
    () => incidents.during('the gateway restarts', ['connection'], () => restart('gateway')),
  ]
}

/** Prints the results of the callers; returns lost, repeated and unexplained ones. */
function report({
  callers: { counts, edits },
  incidents,
  print,
}: Pick<Soaked, 'callers' | 'incidents'> & { print: Print }): string[] {
  const { requests, notModified, markedStale } = counts
  const { acknowledged, lost, repeated, older } = edits
  print(`${requests} requests, ${notModified} × 304, ${markedStale} marked stale`)
  print(
    `${acknowledged.length} edits acknowledged, ${lost.length} lost, ${repeated.length} stored twice`,
  )
  print(`${older.length} reads older than an acknowledged edit, not marked stale`)
  for (const [name, times] of incidents.explained()) print(`  ${name}: ${times} requests failed`)
  print(`${incidents.unexplained().length} unexplained failures`)
  const bad = [...faultsIn(edits), ...incidents.unexplained()]
  for (const fault of bad.slice(0, 20)) print(`  ${fault}`)
  return bad
}
