import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateProjects, SYLLABLES } from './generate-projects.ts'
import { BROWSER, type Landscape } from './landscape.ts'
import { timed } from './load.ts'
import { cpuMs, type Measurement } from './measure.ts'

/** A request whose processor time the guard compares. */
export interface Row {
  label: string
  unit: Measurement['unit']
  /** Processor time of one request in a round. */
  take: (landscape: Landscape, round: number) => Promise<number>
}

const CONNECTIONS = 20
/** Instants of `datetime`: seconds since the first commit of the repositories, in no obvious order. */
const FIRST_MS = Date.UTC(2015)
const STEP_MS = 7_919_000
const EDITS = 10
const CHANGES = 3
/** Reads before a change: the gateway keeps a response from the second one on. */
const READS = 3
/** A process with less processor time in a pause has nothing left to do for earlier requests. */
const PAUSE_MS = 50
const QUIET_MS = 1
const MAX_PAUSES = 40

const SIGNED_IN = 'p0@acme.example'

/** Public and signed-in reads, edits, the first reader after an edit, and filters that nobody used before. */
export const ROWS: readonly Row[] = [
  reads('public read, /api/json', 1_000, () => '/api/json'),
  reads(
    'signed-in read, /api/csv',
    100,
    () => '/api/csv',
    ({ signedIn }) => signedIn(SIGNED_IN),
  ),
  reads('/api/json of a new datetime', 500, (number) => {
    return `/api/json?datetime=${new Date(FIRST_MS + number * STEP_MS).toISOString()}`
  }),
  oneEdit(),
  firstReader('/api/csv'),
  firstReader('/api/technologies'),
  firstReader('/api/drift'),
  firstReader('/api/search?q=techno'),
  firstReader('/api/projects'),
  {
    label: '/api/projects?format=csv with a new filter',
    unit: 'ms',
    take: (landscape, round) =>
      processorMs(landscape, ['gateway', 'data'], CHANGES, (i) =>
        readOnce(landscape, `/api/projects?format=csv&q=${wordOf(round * CHANGES + i)}`),
      ),
  },
]

/** One edit of a project, in the registry. */
export function oneEdit(): Row {
  return {
    label: 'one edit',
    unit: 'ms',
    take: (landscape, round) =>
      processorMs(landscape, ['projects'], EDITS, (i) => edit(landscape, round * EDITS + i)),
  }
}

/** A fixed number of concurrent reads: a busy machine takes longer for them, and not more of the processor. */
function reads(
  label: string,
  count: number,
  pathOf: (number: number) => string,
  headersOf: (landscape: Landscape) => Record<string, string> = () => BROWSER,
): Row {
  return {
    label,
    unit: 'µs',
    async take(landscape, round) {
      const through = [landscape.gateway, landscape.data]
      const headers = headersOf(landscape)
      const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
      let number = round * count
      const last = number + count
      const before = cpuMs(through)
      const read = async () => {
        while (number < last) await timed(landscape.gateway + pathOf(number++), { headers, agent })
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, read))
      const ms = cpuMs(through) - before
      agent.destroy()
      return (ms * 1_000) / count
    },
  }
}

function firstReader(path: string): Row {
  return {
    label: `first reader of ${path} after an edit`,
    unit: 'ms',
    take: (landscape, round) =>
      processorMs(
        landscape,
        ['gateway', 'data'],
        CHANGES,
        () => readOnce(landscape, path),
        async (i) => {
          for (let n = 0; n < READS; n++) await readOnce(landscape, path)
          await edit(landscape, round * CHANGES + i)
        },
      ),
  }
}

/** Mean processor time of requests in these services, each after a preparation that does not count. */
async function processorMs(
  landscape: Landscape,
  services: readonly ('gateway' | 'data' | 'projects')[],
  times: number,
  send: (i: number) => Promise<unknown>,
  prepare?: (i: number) => Promise<unknown>,
): Promise<number> {
  const through = services.map((service) => landscape[service])
  let sum = 0
  for (let i = 0; i < times; i++) {
    await prepare?.(i)
    await untilQuiet(through)
    const before = cpuMs(through)
    await send(i)
    sum += cpuMs(through) - before
  }
  return sum / times
}

/** Waits for work that outlives a response: the good compression of a large body takes longer than its first reader. */
async function untilQuiet(through: readonly string[]): Promise<void> {
  for (let pause = 0; pause < MAX_PAUSES; pause++) {
    const before = cpuMs(through)
    await sleep(PAUSE_MS)
    if (cpuMs(through) - before < QUIET_MS) return
  }
}

/** Reads a path as an anonymous browser. */
export function readOnce({ gateway }: Landscape, path: string): Promise<number> {
  return timed(gateway + path, { headers: BROWSER })
}

/** Changes the stage of a project, another one for each number, to one that it never had. */
export function edit({ gateway, signedIn, size }: Landscape, number: number): Promise<number> {
  const index = (number * 7) % size
  return timed(`${gateway}/api/v1/projects/Project%20${index}`, {
    method: 'PUT',
    headers: { ...signedIn(`p${index}@acme.example`), 'content-type': 'application/json' },
    body: JSON.stringify({
      ...projectsOf(size)[index],
      owner: undefined,
      stage: new Date().toISOString(),
    }),
  })
}

const generated = new Map<number, ReturnType<typeof generateProjects>['projects']>()

function projectsOf(size: number) {
  const projects = generated.get(size) ?? generateProjects(size).projects
  generated.set(size, projects)
  return projects
}

/** Two syllables, which most of the generated descriptions contain. */
function wordOf(number: number): string {
  const syllable = (n: number) => SYLLABLES[n % SYLLABLES.length] ?? ''
  return syllable(number) + syllable(Math.floor(number / SYLLABLES.length))
}
