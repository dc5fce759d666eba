import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@landscape/dev/random'
import { installServer } from '@landscape/dev/s3-server'
import { residentMbOf } from '../bench/measure.ts'
import { createAsker, type Call } from '../load/ask.ts'
import { noEdits, type Edits } from '../load/counted.ts'
import { createIncidents } from '../load/incidents.ts'
import { proveStoredOnce } from '../load/stored-once.ts'
import { createClient } from '../../test/support/client.ts'
import { openS3 } from '../../test/support/stores.ts'
import { createCosts, pageOf, type Costs } from './costs.ts'
import { fill, startOrganisation, type Organisation, type Size } from './organisation.ts'
import { startTroubles } from './troubles.ts'
import { visit, type LastLook } from './visits.ts'
import {
  DAY_MS,
  exponential,
  shareOf,
  tellExcerpt,
  tellModel,
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

/** What came of a day. */
export interface Outcome {
  requests: number
  /** How many failed, by what explains it. */
  failed: ReadonlyMap<string, number>
  unexplained: readonly string[]
  /** Answers that were marked as the last good copy. */
  markedStale: number
  edits: Readonly<Edits>
  calls: readonly TimedCall[]
  costs: Costs
  /** Megabytes that each process held at the end. */
  memory: ReadonlyMap<string, number>
}

/** A request that was answered, and whether nothing was wrong on purpose then. */
export interface TimedCall extends Call {
  isQuiet: boolean
}

/** Of each kind of visit, before the day begins: until all is warm, and to see what each page asks the store for. */
const REHEARSALS = 12
const AUDITOR = { email: 'auditor@acme.example', groups: ['admin'] }
/** What a question to the store takes longer than to a near one: at least, and on average more. */
const [FAR_MS, FARTHER_MS] = [10, 5]

/**
 * Replays a working day of an organisation, or the beginning of each of its hours, on real processes and a real S3 server
 * that answers as late as one that is far away. Each service is replaced in the course of the day, and the store is away once.
 */
export async function simulate(
  simulation: Simulation,
  say: (line: string) => void,
): Promise<Outcome> {
  await installServer()
  const store = await openS3()
  try {
    const bytes = await fill(store.store, simulation)
    const random = createRandom(`${simulation.seed}: store`)
    store.delay(() => FAR_MS + exponential(FARTHER_MS, random))
    say(tellModel())
    say(`large documents: ${(bytes / 1e6).toFixed(0)} MB`)
    const organisation = await startOrganisation(store.env)
    try {
      return await replay(simulation, { store, organisation, say })
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
  say: (line: string) => void
}

async function replay(
  { people, minutes, pace: wanted, seed, ...size }: Simulation,
  { store, organisation, say }: ReplayDeps,
): Promise<Outcome> {
  const share = shareOf({ minutes, pace: wanted })
  const dayMs = minutes * 60_000
  /** How many times as fast the hours go by, of which only a share is replayed. */
  const faster = DAY_MS / dayMs
  const pace = faster * share
  const visits = visitsOf(people * share, seed)
  const clients = new Map(
    organisation.gateways.map((url) => [url, createClient(url, { described: false })]),
  )
  const incidents = createIncidents()
  const edits = noEdits()
  const calls: TimedCall[] = []
  const costs = createCosts(store.requestCounts)
  /** When the day began; undefined before. */
  let began: number | undefined
  const now = () => (began === undefined ? 0 : (performance.now() - began) * faster)
  const until = (at: number) => sleep(Math.max(0, (at - now()) / faster))
  let [turn, isQuiet] = [0, () => true]
  const { ask, seen } = createAsker({
    client() {
      const inService = organisation.inService()
      return clients.get(inService[turn++ % inService.length] ?? '')!
    },
    incidents,
    answered(call) {
      if (began === undefined) return costs.alone(pageOf(call))
      calls.push({ ...call, isQuiet: isQuiet() })
      costs.happened(pageOf(call), now() * share)
    },
  })
  const visitors = { ...size, ask, edits, issuer: organisation.issuer }
  const rehearse = { ...visitors, think: async () => {} }
  const takingTime = {
    ...visitors,
    think: (random: ReturnType<typeof createRandom>) =>
      sleep(exponential(THINKING_MS, random) / pace),
  }

  try {
    for (const role of Object.keys(VISITS) as Role[]) {
      for (let number = 0; number < REHEARSALS; number++) await visit({ role, number }, rehearse)
    }
    const before = seen.requests
    say(tellExcerpt({ visits: visits.length, share, pace, people }))
    costs.begin()
    edits.acknowledged.length = 0
    began = performance.now()
    const { replace } = organisation
    const troubles = startTroubles({ incidents, store, replace, dayMs, until })
    isQuiet = troubles.isQuiet
    const under: Promise<LastLook>[] = []
    for (const { at, role, number } of visits) {
      await until(at)
      under.push(visit({ role, number: number + REHEARSALS }, takingTime))
    }
    await troubles.over
    const lastLooks = await Promise.all(under)
    const outcome = {
      requests: seen.requests - before,
      markedStale: seen.markedStale,
      calls: [...calls],
      costs: costs.costs(share),
      memory: new Map(organisation.pids().map(([name, pid]) => [name, residentMbOf(pid)])),
    }
    for (const look of lastLooks) await look()
    await proveStoredOnce(ask, organisation.issuer.headersFor(AUDITOR), edits)
    return {
      ...outcome,
      failed: incidents.explained(),
      unexplained: incidents.unexplained(),
      edits,
    }
  } finally {
    for (const client of clients.values()) client.close()
  }
}
