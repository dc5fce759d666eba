import { setTimeout as sleep } from 'node:timers/promises'
import { generateProjects, SYLLABLES } from './generate-projects.ts'
import { BROWSER, type Landscape } from './landscape.ts'
import { closedLoop, NEW_DATE, timed } from './load.ts'
import { cpuMs, type Measurement } from './measure.ts'

/** A request whose processor time the guard compares. */
export interface Row {
  label: string
  unit: Measurement['unit']
  /** Processor time of one request in a round. */
  take: (landscape: Landscape, round: number) => Promise<number>
}

const CONNECTIONS = 20
const SECONDS = 1
const EDITS = 10
const CHANGES = 3
/** Reads before a change: the gateway keeps a response from the second one on. */
const READS = 3
/** Until a process has nothing left to do for the last request. */
const SETTLE_MS = 30

const SIGNED_IN = 'p0@acme.example'

/** Public and signed-in reads, edits, the first reader after an edit, and filters that nobody used before. */
export const ROWS: readonly Row[] = [
  read('public read, /api/json', '/api/json', () => BROWSER),
  read('signed-in read, /api/csv', '/api/csv', ({ signedIn }) => signedIn(SIGNED_IN)),
  read('/api/json of a new datetime', `/api/json${NEW_DATE}`, () => BROWSER),
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

function read(
  label: string,
  path: string,
  headersOf: (landscape: Landscape) => Record<string, string>,
): Row {
  return {
    label,
    unit: 'µs',
    async take(landscape) {
      const { gateway, data } = landscape
      const before = cpuMs([gateway, data])
      const perSecond = await closedLoop({
        url: gateway + path,
        headers: headersOf(landscape),
        seconds: SECONDS,
        connections: CONNECTIONS,
      })
      return ((cpuMs([gateway, data]) - before) * 1_000) / (perSecond * SECONDS)
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
    await sleep(SETTLE_MS)
    const before = cpuMs(through)
    await send(i)
    sum += cpuMs(through) - before
  }
  return sum / times
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
