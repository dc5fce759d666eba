import { setTimeout as sleep } from 'node:timers/promises'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { SERVICE_NAMES } from '../../start/plan.ts'
import { createClient } from '../../../test/support/client.ts'
import { startProduction, type Production } from '../../../test/support/production.ts'
import { residentMbOf, type Measurement } from './measure.ts'
import { generateProjects } from './generate-projects.ts'
import { fillLarge } from './samples.ts'

const REPOSITORIES = 10_000
const PROJECTS = 10_000
const LIMIT_MB = 350
const LOAD_MINUTES = 10
const SAMPLE_MS = 500
/** Encodings that every browser accepts. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' }
/** Callers of each kind, in closed loops. */
const CALLERS = 10
/** An administrator renames a technology in every project once in this many rounds. */
const RENAMES = 50

/**
 * Measures the resident memory of every service against its limit, in production mode on large
 * documents, under load through the gateway and afterwards.
 */
export async function benchMemory(): Promise<Measurement[]> {
  const landscape = await startProduction({
    documents: false,
    services: [],
    env: { CHECK_REPLIES: 'false' },
  })
  try {
    const store = createEmbeddedStore(landscape.dataDir)
    await fillLarge(store, generateProjects(PROJECTS), REPOSITORIES)
    store.close()
    const startAll = () => Promise.all(SERVICE_NAMES.map((name) => landscape.start(name)))
    // Fills the compile cache, as an image does.
    await startAll()
    await Promise.all(SERVICE_NAMES.map((name) => landscape.terminate(name)))
    await startAll()
    return await underLoad(landscape)
  } finally {
    await landscape.stop()
  }
}

/**
 * Measures the peak memory of each service, its growth from the first to the second half, and the
 * final memory.
 */
async function underLoad(landscape: Production): Promise<Measurement[]> {
  const over = new AbortController()
  const stopped = sendUntil(over.signal, landscape)
  const samples = SERVICE_NAMES.map((): number[] => [])
  const now = () => SERVICE_NAMES.map((name) => residentMbOf(landscape.pids()[name] ?? 0))
  const until = performance.now() + LOAD_MINUTES * 60_000
  while (performance.now() < until) {
    // A failed request ends the measurement.
    await Promise.race([sleep(SAMPLE_MS), stopped])
    for (const [i, mb] of now().entries()) samples[i]?.push(mb)
  }
  over.abort()
  const requests = await stopped
  await sleep(5_000)
  const afterwards = now()
  return SERVICE_NAMES.flatMap((name, i) => {
    const [first, second] = halves(samples[i] ?? []).map((half) => Math.max(...half))
    const [peak, end] = [Math.max(first ?? 0, second ?? 0), afterwards[i] ?? Number.NaN]
    return [
      {
        label: `${name}, ${LOAD_MINUTES} minutes under load / ${LIMIT_MB} MB`,
        target: '< 1',
        values: [peak / LIMIT_MB],
      },
      {
        label:
          `${name}, peak of the second half of the load / of the first (${requests} requests of ` +
          'all services)',
        target: '≤ 1.1',
        values: [(second ?? 0) / (first ?? 0)],
      },
      { label: `${name}, afterwards / ${LIMIT_MB} MB`, target: '< 1', values: [end / LIMIT_MB] },
    ]
  })
}

function halves(samples: readonly number[]) {
  const middle = samples.length >>> 1
  return [samples.slice(0, middle), samples.slice(middle)]
}

/**
 * Sends requests to every service without a pause.
 *
 * @returns the number of requests
 * @throws Error when a request fails
 */
async function sendUntil(over: AbortSignal, { url, issuer }: Production): Promise<number> {
  const client = createClient(url, { described: false })
  let sent = 0
  let administered = 0
  const signedIn = (caller: number) => {
    const person = { email: `p${caller}@acme.example`, groups: ['admin', 'reviewer'] }
    return { authorization: `Bearer ${issuer.idToken(person)}` }
  }
  const send = async (request: Parameters<typeof client.send>, accepted = [200]) => {
    sent++
    const [method, path, body, headers] = request
    const { status, text } = await client.send(method, path, body, { ...BROWSER, ...headers })
    if (!accepted.includes(status)) throw new Error(`${method} ${path}: ${status} ${text}`)
  }
  /** Requests 3,000 different dates: the statistics of each are computed once. */
  const readStatistics = async () => {
    const day = new Date(Date.UTC(2016, 0, sent % 3_000)).toISOString()
    await send(['GET', `/api/json?datetime=${day}`])
    await send(['GET', '/api/csv'])
    await send(['GET', '/api/tech-radar/json'])
  }
  const editOwnProject = async (caller: number) => {
    const headers = signedIn(caller)
    const email = `p${caller}@acme.example`
    const details = [{ name: `Project ${caller}` }]
    await send(['GET', '/api/v1/projects', undefined, headers])
    const body = { user: [{ email }], details, stage: `Stage ${sent % 10}` }
    await send(['PUT', `/api/v1/projects/Project%20${caller}`, body, headers])
  }
  const administer = async (caller: number) => {
    const headers = signedIn(caller)
    await send(['GET', '/admin/api/tech-radar', undefined, headers])
    await send(['POST', '/admin/api/banners', { messages: [bannerOf(sent)] }, headers])
    if (++administered % RENAMES > 0) return
    const isBack = administered % (2 * RENAMES) === 0
    const [from, to] = isBack ? ['Golang', 'Go'] : ['Go', 'Golang']
    // Concurrent edits of projects make most renames fail with 503.
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
  return sent
}

function bannerOf(number: number) {
  return { message: `Number ${number}`, pages: ['radar'], type: 'info', show: true }
}
