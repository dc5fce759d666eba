import { setTimeout as sleep } from 'node:timers/promises'
import { NODE_OPTIONS } from '../../../start/launch.ts'
import { timed } from '../load.ts'
import { residentMb, type Measurement } from '../measure.ts'
import { generateProjects } from '../generate-projects.ts'
import { BROWSER, REAL, TEN_TIMES, withLandscape, type Landscape } from './landscape.ts'

const MINUTES = 10
const CALLERS = 16
const SAMPLE_MS = 500
const EDIT_MS = 1_500
/** The heap of a container of 640 MB. */
const HEAP_MB = 448
/** Maximum resident memory. */
const SIZES = [
  { size: REAL, maxMb: 250 },
  { size: TEN_TIMES, maxMb: 450 },
]
const READS = [
  '/api/csv',
  '/api/technologies',
  '/api/drift',
  '/api/search?q=techno',
  '/api/tech-radar/json',
  '/technologies',
  '/drift',
]

/** Resident memory of the data service: all reads of the join, new dates, and edits. */
export async function benchMemoryOfJoin(): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  const env = { NODE_OPTIONS: `${NODE_OPTIONS} --max-old-space-size=${HEAP_MB}` }
  for (const { size, maxMb } of SIZES) {
    const { first, second, sent, failed } = await withLandscape(
      size,
      (one) => underLoad(one, size),
      env,
    )
    const what =
      `${size} projects and repositories: data service, ${MINUTES} minutes under load ` +
      `(${failed} of ${sent} reads failed)`
    measurements.push(
      { label: what, values: [Math.max(first, second)], unit: 'MB', target: `≤ ${maxMb}` },
      {
        label: `${what}, peak of the second half / of the first`,
        values: [second / first],
        target: '≤ 1.1',
      },
    )
  }
  return measurements
}

/** The peaks of both halves of the load (MB). A process that dies fails the measurement. */
async function underLoad({ gateway, data, signedIn }: Landscape, size: number) {
  const { projects } = generateProjects(size)
  const until = performance.now() + MINUTES * 60_000
  let sent = 0
  let failed = 0
  const read = async () => {
    while (performance.now() < until) {
      const day = new Date(Date.UTC(2016, 0, ++sent % 3_000)).toISOString()
      const path = sent % 3 === 0 ? `/api/json?datetime=${day}` : READS[sent % READS.length]
      // A slow machine does not serve all of them in time.
      await timed(`${gateway}${path}`, { headers: BROWSER }).catch(() => failed++)
    }
  }
  const edit = async () => {
    for (let n = 0; performance.now() < until; n++) {
      const i = (n * 7) % size
      await timed(`${gateway}/api/v1/projects/Project%20${i}`, {
        method: 'PUT',
        headers: { ...signedIn(`p${i}@acme.example`), 'content-type': 'application/json' },
        body: JSON.stringify({ ...projects[i], owner: undefined, stage: `Stage ${n}` }),
      })
      await sleep(EDIT_MS)
    }
  }
  const samples: number[] = []
  const sample = async () => {
    while (performance.now() < until) {
      samples.push(residentMb(data))
      await sleep(SAMPLE_MS)
    }
  }
  await Promise.all([sample(), edit(), ...Array.from({ length: CALLERS }, read)])
  const middle = samples.length >>> 1
  return {
    first: Math.max(...samples.slice(0, middle)),
    second: Math.max(...samples.slice(middle)),
  }
}
