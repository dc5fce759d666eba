import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@landscape/dev/random'
import { installServer } from '@landscape/dev/s3-server'
import { residentMbOf } from '../bench/measure.ts'
import { createSender, type Call } from '../load/sender.ts'
import { noEdits, type Edits } from '../load/counted.ts'
import { createIncidents } from '../load/incidents.ts'
import { proveStoredOnce } from '../load/stored-once.ts'
import { createClient } from '../../../test/support/client.ts'
import { openS3 } from '../../../test/support/stores.ts'
import { createCosts, pageOf, type Costs } from './costs.ts'
import { fill, startOrganisation, type Organisation, type Size } from './organisation.ts'
import { startFaults } from './faults.ts'
import { visit, type FinalCheck } from './visits.ts'
import {
  DAY_MS,
  exponential,
  shareOf,
  describeExcerpt,
  describeModel,
  THINKING_MS,
  VISITS,
  visitsOf,
  type Excerpt,
  type Role,
} from './working-day.ts'

export interface Simulation extends Size, Excerpt {
  people: number
  seed: string
}

/** Results of a day. */
export interface Outcome {
  requests: number
  /** Failed requests by the fault that explains them. */
  failed: ReadonlyMap<string, number>
  unexplained: readonly string[]
  /** Responses marked as stale copies. */
  markedStale: number
  edits: Readonly<Edits>
  calls: readonly TimedCall[]
  costs: Costs
  /** Resident memory of each process at the end (MB). */
  memory: ReadonlyMap<string, number>
}

/** A successful request, and whether it was sent without an injected fault. */
export interface TimedCall extends Call {
  isQuiet: boolean
}

/**
 * Visits of each role before the day: they warm up the processes and measure the store requests of
 * each page.
 */
const REHEARSALS = 12
const AUDITOR = { email: 'auditor@acme.example', groups: ['admin'] }
/** Additional latency of the store: minimum, and mean of its exponential part (ms). */
const [MIN_LATENCY_MS, MEAN_JITTER_MS] = [10, 5]

/**
 * Replays a working day of an organisation, or the beginning of each hour, on real processes and a real
 * S3 server with the latency of a remote one. Each service is restarted during the day, and the store
 * has one outage.
 */
export async function simulate(
  simulation: Simulation,
  print: (line: string) => void,
): Promise<Outcome> {
  await installServer()
  const store = await openS3()
  try {
    const bytes = await fill(store.store, simulation)
    const random = createRandom(`${simulation.seed}: store`)
    store.delay(() => MIN_LATENCY_MS + exponential(MEAN_JITTER_MS, random))
    print(describeModel())
    print(`large documents: ${(bytes / 1e6).toFixed(0)} MB`)
    const organisation = await startOrganisation(store.env)
    try {
      return await replay(simulation, { store, organisation, print })
    } finally {
      await organisation.stop()
    }
  } finally {
    await store.close()
  }
}

interface ReplayDeps {
  store: Awaited<ReturnType<typeof openS3>>
  organisation: Organisation
  print: (line: string) => void
}

async function replay(
  { people, minutes, pace, seed, ...size }: Simulation,
  { store, organisation, print }: ReplayDeps,
): Promise<Outcome> {
  const clock = createClock({ minutes, pace })
  const visits = visitsOf(people * clock.share, seed)
  const traffic = createTraffic({ clock, store, organisation })
  const { send, counts, edits, calls, costs, incidents } = traffic
  const visitors = { ...size, send, edits, issuer: organisation.issuer }
  try {
    await rehearse(visitors)
    const before = counts.requests
    print(describeExcerpt({ visits: visits.length, share: clock.share, pace: clock.pace, people }))
    costs.begin()
    edits.acknowledged.length = 0
    clock.begin()
    const { replace } = organisation
    const faults = startFaults({ incidents, store, replace, ...clock })
    traffic.watch(faults.isQuiet)
    const pending = await visitInTime(visits, { clock, visitors })
    await faults.over
    const finalChecks = await Promise.all(pending)
    const outcome = {
      requests: counts.requests - before,
      markedStale: counts.markedStale,
      calls: [...calls],
      costs: costs.costs(clock.share),
      memory: new Map(organisation.pids().map(([name, pid]) => [name, residentMbOf(pid)])),
    }
    for (const check of finalChecks) await check()
    await proveStoredOnce(send, organisation.issuer.headersFor(AUDITOR), edits)
    return {
      ...outcome,
      failed: incidents.explained(),
      unexplained: incidents.unexplained(),
      edits,
    }
  } finally {
    traffic.close()
  }
}

type Clock = ReturnType<typeof createClock>

/** The time of the working day during its replay. */
function createClock(excerpt: Excerpt) {
  const share = shareOf(excerpt)
  const dayMs = excerpt.minutes * 60_000
  /** Acceleration of the day, of which only a share is replayed. */
  const faster = DAY_MS / dayMs
  /** Start of the day; undefined before it. */
  let began: number | undefined
  const now = () => (began === undefined ? 0 : (performance.now() - began) * faster)
  return {
    share,
    dayMs,
    pace: faster * share,
    begin() {
      began = performance.now()
    },
    hasBegun: () => began !== undefined,
    /** Milliseconds of the day. */
    now,
    until: (at: number) => sleep(Math.max(0, (at - now()) / faster)),
  }
}

/** Sends requests to the gateways in service and records their results. */
function createTraffic({
  clock,
  store,
  organisation,
}: Omit<ReplayDeps, 'print'> & { clock: Clock }) {
  const clients = new Map(
    organisation.gateways.map((url) => [url, createClient(url, { described: false })]),
  )
  const incidents = createIncidents()
  const calls: TimedCall[] = []
  const costs = createCosts(store.requestCounts)
  let [sent, isQuiet] = [0, () => true]
  const { send, counts } = createSender({
    client() {
      const inService = organisation.inService()
      return clients.get(inService[sent++ % inService.length] ?? '')!
    },
    incidents,
    onResponse(call) {
      if (!clock.hasBegun()) return costs.alone(pageOf(call))
      calls.push({ ...call, isQuiet: isQuiet() })
      costs.happened(pageOf(call), clock.now() * clock.share)
    },
  })
  return {
    send,
    counts,
    edits: noEdits(),
    calls,
    costs,
    incidents,
    /** Sets whether requests are now sent without an injected fault. */
    watch(quiet: () => boolean) {
      isQuiet = quiet
    },
    close() {
      for (const client of clients.values()) client.close()
    },
  }
}

type Visitors = Omit<Parameters<typeof visit>[1], 'think'>

async function rehearse(visitors: Visitors): Promise<void> {
  const rehearsal = { ...visitors, think: async () => {} }
  for (const role of Object.keys(VISITS) as Role[]) {
    for (let number = 0; number < REHEARSALS; number++) await visit({ role, number }, rehearsal)
  }
}

/** Starts each visit at its time; resolves when all have started. */
async function visitInTime(
  visits: ReturnType<typeof visitsOf>,
  { clock, visitors }: { clock: Clock; visitors: Visitors },
): Promise<Promise<FinalCheck>[]> {
  const inRealTime = {
    ...visitors,
    think: (random: ReturnType<typeof createRandom>) =>
      sleep(exponential(THINKING_MS, random) / clock.pace),
  }
  const pending: Promise<FinalCheck>[] = []
  for (const { at, role, number } of visits) {
    await clock.until(at)
    pending.push(visit({ role, number: number + REHEARSALS }, inRealTime))
  }
  return pending
}
