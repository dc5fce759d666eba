import { execFile, spawnSync } from 'node:child_process'
import { Agent, request, type OutgoingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

/**
 * The load generator: wrk if it is installed, because it uses 10 % of autocannon's processor time and leaves
 * the cores to the servers.
 */
export const CLIENT = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk'

/** Maximum connections of an open loop: more requests wait at the sender, and that wait counts. */
const OPEN_CONNECTIONS = 200

/** Requests of one round. */
export interface Load {
  url: string
  headers: Record<string, string>
  seconds: number
  /** Connections of a closed loop. */
  connections: number
}

interface LoadResult {
  perSecond: number
  /** Summary of failures. */
  bad: string | undefined
}

/**
 * Returns responses per second in a closed loop.
 *
 * @throws Error when a request fails
 */
export async function closedLoop(load: Load): Promise<number> {
  const { perSecond, bad } = await (CLIENT === 'wrk' ? wrk : cannon)(load)
  if (bad !== undefined) throw new Error(`${load.url}: ${bad}`)
  return perSecond
}

/**
 * Sends requests of independent callers at a rate, whether earlier ones have a response or not.
 *
 * @param rate requests per second, on average
 * @returns the time from each planned arrival to the end of the response (ms), so that a slow server
 *   cannot omit the waits that it causes
 * @throws Error when a request fails
 */
export async function openLoop(
  { url, headers, seconds }: Omit<Load, 'connections'>,
  rate: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: OPEN_CONNECTIONS })
  const waits: Promise<number>[] = []
  const began = performance.now()
  for (
    let at = began;
    at < began + seconds * 1_000;
    at -= (Math.log(1 - Math.random()) / rate) * 1_000
  ) {
    const early = at - performance.now()
    if (early > 1) await sleep(early)
    const planned = at
    const wait = timed(url, { headers, agent }).then(() => performance.now() - planned)
    // Handled by `Promise.all` after the last request.
    wait.catch(() => undefined)
    waits.push(wait)
  }
  const all = await Promise.all(waits)
  agent.destroy()
  return all
}

interface Sent {
  method?: string
  headers: OutgoingHttpHeaders
  body?: string | undefined
  agent?: Agent
}

/**
 * Sends a request and resolves with the time until its response is complete (ms); the body is not decoded.
 *
 * @throws Error when the status is not 2xx
 */
export async function timed(url: string, sent: Sent): Promise<number> {
  const began = performance.now()
  // A browser repeats such a request as well.
  while (!(await isReceived(url, sent)));
  return performance.now() - began
}

/** Resolves with false when the server closed a reused connection at the moment of the request. */
async function isReceived(url: string, { body, ...options }: Sent): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const call = request(url, options, (response) => {
    const { statusCode = 0 } = response
    if (statusCode >= 300) reject(new Error(`${url}: ${statusCode}`))
    response
      .resume()
      .once('end', () => resolve(true))
      .once('error', reject)
  })
  call.once('error', (error: NodeJS.ErrnoException) => {
    if (call.reusedSocket && error.code === 'ECONNRESET') resolve(false)
    else reject(new Error(`${url}: ${error.message}`))
  })
  call.end(body)
  return promise
}

async function cannon({ url, headers, seconds, connections }: Load): Promise<LoadResult> {
  const options = { url, headers, connections, duration: seconds, sampleInt: 100 }
  const result = await autocannon(options)
  const bad = result['4xx'] + result['5xx'] + result.errors
  return {
    perSecond: (result['2xx'] + result['3xx']) / result.duration,
    bad: bad > 0 ? `${bad} failed requests` : undefined,
  }
}

const BAD = /^.*(?:Non-2xx|Socket errors).*$/m

async function wrk({ url, headers, seconds, connections }: Load): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)('wrk', [
    '-t1',
    '--timeout',
    '60s',
    `-c${connections}`,
    `-d${seconds}s`,
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    url,
  ])
  const perSecond = Number(/^Requests\/sec: +([\d.]+)$/m.exec(stdout)?.[1])
  return { perSecond, bad: BAD.exec(stdout)?.[0].trim() }
}
