import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { freePorts } from '../../../test/support/free-ports.ts'
import { generateLandscape } from './landscape/generate-landscape.ts'
import { IN_PRODUCTION, median, residentMb, withProcesses, type Measurement } from './measure.ts'
import { SECRET, textOf } from './registry-client.ts'
import { storeOnDisk } from './store-on-disk.ts'

/** The size of the organisation, and ten times that. */
const SIZES = [1_000, 10_000]
const PROCESSES = 3
const SETTLE_MS = 500
/** Maximum time for which the join and its reads may block the event loop. */
const MAX_STALL_MS = 50
/** Reads that parse every document, so that the others measure the join alone. */
const WARM_UP = ['/api/csv', '/api/json', '/api/tech-radar/json']
/** The first one joins the documents. */
const PATHS = [
  '/api/technologies?limit=50',
  '/api/technologies',
  '/api/technologies/technology-0',
  '/api/drift?limit=50',
  '/api/drift',
  '/api/drift?format=csv',
  '/api/search?q=techno',
  '/admin/api/technology-names/suggestions',
]

interface Taken {
  /** Maximum processor time between two rounds of the event loop. */
  stallMs: number
  firstMs: number
  nextMs: number
}

/** One new process. */
interface Run {
  beforeMb: number
  afterMb: number
  taken: ReadonlyMap<string, Taken>
}

/** The cost of the joined landscape, in new processes of the data service. */
export async function benchLandscape(): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const size of SIZES) {
    const { directory, remove } = await storeOnDisk(async (store) => {
      for (const [name, value] of Object.entries(generateLandscape(size))) {
        const { ref } = DOCUMENTS[name as keyof ReturnType<typeof generateLandscape>]
        await store.put(ref, textOf(value), { absent: true })
      }
    })
    try {
      const runs: Run[] = []
      while (runs.length < PROCESSES) runs.push(await runOnce(directory))
      measurements.push(...measurementsOf(size, runs))
    } finally {
      remove()
    }
  }
  return measurements
}

async function runOnce(directory: string): Promise<Run> {
  const [port = 0] = await freePorts(1)
  return withProcesses(async (start) => {
    const url = await start('../../../services/data/src/main.ts', {
      ...IN_PRODUCTION,
      DATA_DIR: directory,
      INTERNAL_TOKEN_SECRET: SECRET,
      PROBE_PORT: String(port),
      NODE_OPTIONS: `--import ${new URL('landscape/stall-probe.ts', import.meta.url).href}`,
    })
    const stall = async () => {
      const response = await fetch(`http://127.0.0.1:${port}`)
      return ((await response.json()) as { maxMs: number }).maxMs
    }
    const identity = { subject: 'a', email: 'a@acme.example', groups: ['admin'] }
    const headers = { [IDENTITY_HEADER]: await createIdentitySigner(SECRET).sign(identity, 'data') }
    const read = async (path: string) => {
      const began = performance.now()
      const response = await fetch(url + path, { headers })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return performance.now() - began
    }
    for (const path of WARM_UP) await read(path)
    await sleep(SETTLE_MS)
    const beforeMb = residentMb(url)
    const taken = new Map<string, Taken>()
    for (const path of PATHS) {
      await stall()
      const firstMs = await read(path)
      await sleep(SETTLE_MS)
      taken.set(path, { stallMs: await stall(), firstMs, nextMs: await read(path) })
    }
    return { beforeMb, afterMb: residentMb(url), taken }
  })
}

function measurementsOf(size: number, runs: readonly Run[]): Measurement[] {
  const of = `${size} projects and repositories`
  const mb = (key: 'beforeMb' | 'afterMb') => median(runs.map((run) => run[key])).toFixed(0)
  return [
    {
      label: `${of}: memory after all reads / before (${mb('afterMb')} / ${mb('beforeMb')} MB)`,
      values: runs.map(({ beforeMb, afterMb }) => afterMb / beforeMb),
    },
    ...PATHS.flatMap((path) => {
      const taken = runs.flatMap((run) => run.taken.get(path) ?? [])
      const ms = (key: keyof Taken) => median(taken.map((one) => one[key])).toFixed(1)
      return [
        {
          label: `${of}: ${path}, stall / ${MAX_STALL_MS} ms (${ms('stallMs')} ms)`,
          target: '≤ 1',
          values: taken.map(({ stallMs }) => stallMs / MAX_STALL_MS),
        },
        {
          label: `${of}: ${path}, first response / next (${ms('firstMs')} / ${ms('nextMs')} ms)`,
          values: taken.map(({ firstMs, nextMs }) => firstMs / nextMs),
        },
      ]
    }),
  ]
}
