import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DOCUMENTS } from '@landscape/contracts'
import { createEmbeddedStore, importDirectory, replace } from '@landscape/store'
import { SERVICE_NAMES } from '../start/plan.ts'
import { createClient } from '../../test/support/client.ts'
import { startProduction, type Production } from '../../test/support/production.ts'
import { residentMbOf, type Figure } from './measure.ts'
import { inventProjects, textOf } from './registry-client.ts'
import { inventRepositories } from './invent-repositories.ts'

const REPOSITORIES = 10_000
const PROJECTS = 10_000
const LIMIT_MB = 350
const LOAD_MINUTES = 10
const SAMPLE_MS = 500
/** What every browser can read. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' }
/** Of each kind; each asks again as soon as it is answered. */
const CALLERS = 10
/** One of so many rounds of an administrator renames a technology in every project. */
const RENAMES = 50

/**
 * Resident memory of every service by the limit, in production mode on large documents: while all are under load through the
 * gateway, and afterwards.
 */
export async function benchMemory(): Promise<Figure[]> {
  const landscape = await startProduction({
    documents: false,
    services: [],
    env: { CHECK_REPLIES: 'false' },
  })
  try {
    const store = createEmbeddedStore(landscape.dataDir)
    await importDirectory(store, fileURLToPath(new URL('../../sample-data', import.meta.url)))
    await replace(store, DOCUMENTS.repositories.ref, textOf(inventRepositories(REPOSITORIES)))
    await replace(store, DOCUMENTS.projects.ref, textOf(inventProjects(PROJECTS)))
    store.close()
    const startAll = () => Promise.all(SERVICE_NAMES.map((name) => landscape.start(name)))
    // As in an image: nothing is left to compile.
    await startAll()
    await Promise.all(SERVICE_NAMES.map((name) => landscape.terminate(name)))
    await startAll()
    return await underLoad(landscape)
  } finally {
    await landscape.stop()
  }
}

/** The memory of each service at its highest; that of the second half of the load by the first; and afterwards. */
async function underLoad(landscape: Production): Promise<Figure[]> {
  const over = new AbortController()
  const stopped = askUntil(over.signal, landscape)
  const samples = SERVICE_NAMES.map((): number[] => [])
  const now = () => SERVICE_NAMES.map((name) => residentMbOf(landscape.pids()[name] ?? 0))
  const until = performance.now() + LOAD_MINUTES * 60_000
  while (performance.now() < until) {
    // An answer that is no success ends the measurement.
    await Promise.race([sleep(SAMPLE_MS), stopped])
    for (const [i, mb] of now().entries()) samples[i]?.push(mb)
  }
  over.abort()
  const asked = await stopped
  await sleep(5_000)
  const afterwards = now()
  return SERVICE_NAMES.flatMap((name, i) => {
    const [first, second] = halves(samples[i] ?? []).map((half) => Math.max(...half))
    const [highest, end] = [Math.max(first ?? 0, second ?? 0), afterwards[i] ?? Number.NaN]
    return [
      {
        label: `${name}, ${LOAD_MINUTES} minutes under load / ${LIMIT_MB} MB`,
        target: '< 1',
        ratios: [highest / LIMIT_MB],
      },
      {
        label: `${name}, highest of the second half of the load / of the first (${asked} requests of all services)`,
        target: '≤ 1.1',
        ratios: [(second ?? 0) / (first ?? 0)],
      },
      { label: `${name}, afterwards / ${LIMIT_MB} MB`, target: '< 1', ratios: [end / LIMIT_MB] },
    ]
  })
}

function halves(samples: readonly number[]) {
  const middle = samples.length >>> 1
  return [samples.slice(0, middle), samples.slice(middle)]
}

/**
 * Callers of every service, without a pause.
 *
 * @returns how many requests they made
 * @throws Error when an answer is no success
 */
async function askUntil(over: AbortSignal, { url, issuer }: Production): Promise<number> {
  const client = createClient(url, { described: false })
  let asked = 0
  let administered = 0
  const signedIn = (caller: number) => {
    const person = { email: `p${caller}@acme.example`, groups: ['admin', 'reviewer'] }
    return { authorization: `Bearer ${issuer.idToken(person)}` }
  }
  const send = async (request: Parameters<typeof client.send>, accepted = [200]) => {
    asked++
    const [method, path, body, headers] = request
    const { status, text } = await client.send(method, path, body, { ...BROWSER, ...headers })
    if (!accepted.includes(status)) throw new Error(`${method} ${path}: ${status} ${text}`)
  }
  /** As many dates as the years since 2016 have days: each is worked out once. */
  const readStatistics = async () => {
    const day = new Date(Date.UTC(2016, 0, asked % 3_000)).toISOString()
    await send(['GET', `/api/json?datetime=${day}`])
    await send(['GET', '/api/csv'])
    await send(['GET', '/api/tech-radar/json'])
  }
  const editOwnProject = async (caller: number) => {
    const headers = signedIn(caller)
    const email = `p${caller}@acme.example`
    const details = [{ name: `Project ${caller}` }]
    await send(['GET', '/api/v1/projects', undefined, headers])
    const body = { user: [{ email }], details, stage: `Stage ${asked % 10}` }
    await send(['PUT', `/api/v1/projects/Project%20${caller}`, body, headers])
  }
  const administer = async (caller: number) => {
    const headers = signedIn(caller)
    await send(['GET', '/admin/api/tech-radar', undefined, headers])
    await send(['POST', '/admin/api/banners', { messages: [bannerOf(asked)] }, headers])
    if (++administered % RENAMES > 0) return
    const isBack = administered % (2 * RENAMES) === 0
    const [from, to] = isBack ? ['Golang', 'Go'] : ['Go', 'Golang']
    // Those who edit projects without a pause leave it no gap in most rounds.
    await send(['POST', '/admin/api/normalise/technology', { from, to }, headers], [200, 503])
  }
  const readUsage = async (caller: number) => {
    const headers = signedIn(caller)
    await send(['GET', '/assistant/api/org/historic', undefined, headers])
    await send(['GET', '/assistant/api/org/svg', undefined, headers])
  }
  const all = [readStatistics, editOwnProject, administer, readUsage].flatMap((act) =>
    Array.from({ length: CALLERS }, async (_, caller) => {
      while (!over.aborted) await act(caller)
    }),
  )
  await Promise.all(all).finally(() => client.close())
  return asked
}

function bannerOf(number: number) {
  return { message: `Number ${number}`, pages: ['radar'], type: 'info', show: true }
}
