import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { generateRepositories } from '../generate-repositories.ts'
import { timed } from '../load.ts'
import { cpuMs, median, type Measurement } from '../measure.ts'
import { generateProjects } from '../generate-projects.ts'
import { textOf } from '../registry-client.ts'
import { BROWSER, REAL, TEN_TIMES, withLandscape, type Landscape } from './landscape.ts'

const ROUNDS = 15
const WARM_UPS = 5
/** Reads before each change: callers share a response from the second one on. */
const READS = 3
const ROWS = '/api/csv'
const STATISTICS = '/api/json'
/** Maximum times in milliseconds, of an edit and of the first reader. */
const SIZES = [
  { size: REAL, edit: 8, first: 25 },
  { size: TEN_TIMES, edit: 40, first: 150 },
]

/** One kind of request in every round: waits and processor times (ms). */
interface Waits {
  waits: number[]
  cpu: number[]
}

/** One edit of a project of 2 KB, and the wait of the first reader after a change. */
export async function benchChanges(): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const { size, edit, first } of SIZES) {
    const { edits, rows, statistics } = await withLandscape(size, (one) => changed(one, size))
    const measurementOf = (what: string, { waits, cpu }: Waits, maxMs: number): Measurement => ({
      label: `${size} projects and repositories: ${what} (processor ${median(cpu).toFixed(1)} ms)`,
      values: waits,
      unit: 'ms',
      target: `≤ ${maxMs}`,
    })
    measurements.push(
      measurementOf('one edit of a project', edits, edit),
      measurementOf(`first read of ${ROWS} after an edit`, rows, first),
      measurementOf(`first read of ${STATISTICS} after a new repository`, statistics, first),
    )
  }
  return measurements
}

async function changed(landscape: Landscape, size: number) {
  const { gateway, data, projects: registry, directory, signedIn } = landscape
  const { projects } = generateProjects(size)
  const { repositories } = generateRepositories(size)
  const store = createEmbeddedStore(directory)
  const empty = (): Waits => ({ waits: [], cpu: [] })
  const result = { edits: empty(), rows: empty(), statistics: empty() }
  const read = (path: string) => timed(gateway + path, { headers: BROWSER })
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const add = async ({ waits, cpu }: Waits, service: string, send: () => Promise<number>) => {
      const before = cpuMs([gateway, service])
      const ms = await send()
      if (round < 0) return
      waits.push(ms)
      cpu.push(cpuMs([gateway, service]) - before)
    }
    for (let i = 0; i < READS; i++) for (const path of [ROWS, STATISTICS]) await read(path)
    const index = (WARM_UPS + round) * Math.floor(size / (WARM_UPS + ROUNDS))
    const edit = {
      method: 'PUT',
      headers: { ...signedIn(`p${index}@acme.example`), 'content-type': 'application/json' },
      body: JSON.stringify({ ...projects[index], owner: undefined, stage: `Stage ${round}` }),
    }
    await add(result.edits, registry, () =>
      timed(`${gateway}/api/v1/projects/Project%20${index}`, edit),
    )
    await add(result.rows, data, () => read(ROWS))
    // As the import of repositories writes: the complete document, one record of which differs.
    const [former] = repositories.splice(index, 1)
    repositories.push({ ...former, name: `new-${round}` } as (typeof repositories)[number])
    await replace(store, DOCUMENTS.repositories.ref, textOf({ repositories }))
    await add(result.statistics, data, () => read(STATISTICS))
  }
  store.close()
  return result
}
