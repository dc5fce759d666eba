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
/** Reads of the join, each the first after an edit of its own. */
const JOINED = [
  '/api/technologies',
  '/api/drift',
  '/api/search?q=techno',
  '/api/projects',
  '/api/completeness',
]
/** Maximum times in milliseconds: of an edit, of the first reader, and of the second. */
const SIZES = [
  { size: REAL, edit: 8, first: 25, second: 10 },
  { size: TEN_TIMES, edit: 40, first: 150, second: 50 },
]

/** One kind of request in every round: waits and processor times (ms). */
interface Waits {
  waits: number[]
  cpu: number[]
}

/** One edit of a project of 2 KB, and the waits of the first readers after a change. */
export async function benchChanges(): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const { size, edit, first, second } of SIZES) {
    const taken = await withLandscape(size, (one) => changed(one, size))
    const { edits, rows, again, joined, statistics } = taken
    const measurementOf = (what: string, { waits, cpu }: Waits, maxMs: number): Measurement => ({
      label: `${size} projects and repositories: ${what} (processor ${median(cpu).toFixed(1)} ms)`,
      values: waits,
      unit: 'ms',
      target: `≤ ${maxMs}`,
    })
    measurements.push(
      measurementOf('one edit of a project', edits, edit),
      measurementOf(`first read of ${ROWS} after an edit`, rows, first),
      measurementOf(`second read of ${ROWS} after an edit`, again, second),
      ...JOINED.map((path, i) =>
        measurementOf(`first read of ${path} after an edit`, joined[i] ?? empty(), first),
      ),
      measurementOf(`first read of ${STATISTICS} after a new repository`, statistics, first),
    )
  }
  return measurements
}

const empty = (): Waits => ({ waits: [], cpu: [] })

async function changed(landscape: Landscape, size: number) {
  const { gateway, data, projects: registry, directory, signedIn } = landscape
  const { projects } = generateProjects(size)
  const { repositories } = generateRepositories(size)
  const store = createEmbeddedStore(directory)
  const result = {
    edits: empty(),
    rows: empty(),
    again: empty(),
    joined: JOINED.map(empty),
    statistics: empty(),
  }
  const read = (path: string) => timed(gateway + path, { headers: BROWSER })
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    const add = async ({ waits, cpu }: Waits, service: string, send: () => Promise<number>) => {
      const before = cpuMs([gateway, service])
      const ms = await send()
      if (round < 0) return
      waits.push(ms)
      cpu.push(cpuMs([gateway, service]) - before)
    }
    for (let i = 0; i < READS; i++)
      for (const path of [ROWS, STATISTICS, ...JOINED]) await read(path)
    const index = (WARM_UPS + round) * Math.floor(size / (WARM_UPS + ROUNDS))
    const edit = (stage: string) =>
      timed(`${gateway}/api/v1/projects/Project%20${index}`, {
        method: 'PUT',
        headers: { ...signedIn(`p${index}@acme.example`), 'content-type': 'application/json' },
        body: JSON.stringify({ ...projects[index], owner: undefined, stage }),
      })
    await add(result.edits, registry, () => edit(`Stage ${round}`))
    await add(result.rows, data, () => read(ROWS))
    await add(result.again, data, () => read(ROWS))
    for (const [i, path] of JOINED.entries()) {
      await edit(`Stage ${round} ${path}`)
      await add(result.joined[i] ?? empty(), data, () => read(path))
    }
    // As the import of repositories writes: the complete document, one record of which differs.
    const [former] = repositories.splice(index, 1)
    repositories.push({ ...former, name: `new-${round}` } as (typeof repositories)[number])
    await replace(store, DOCUMENTS.repositories.ref, textOf({ repositories }))
    await add(result.statistics, data, () => read(STATISTICS))
  }
  store.close()
  return result
}
