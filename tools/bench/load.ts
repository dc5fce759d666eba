import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const CONNECTIONS = 50

/** Suffix of a URL: each request gets a unique query. */
export const CHANGING = '?ever-changing'

/**
 * The load generator: wrk if it is installed, because it uses 10 % of autocannon's processor time and leaves
 * the cores to the servers.
 */
export const CLIENT = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk'

let changes = 0

/**
 * Returns responses per second over 50 connections in a closed loop.
 *
 * @throws Error when a request fails
 */
export async function load(
  url: string,
  seconds: number,
  headers: Record<string, string>,
): Promise<number> {
  const { perSecond, bad } = await (CLIENT === 'wrk' ? wrk : cannon)(url, seconds, headers)
  if (bad !== undefined) throw new Error(`${url}: ${bad}`)
  return perSecond
}

interface LoadResult {
  perSecond: number
  /** Summary of failures. */
  bad: string | undefined
}

async function cannon(
  url: string,
  seconds: number,
  headers: Record<string, string>,
): Promise<LoadResult> {
  const options = { url, headers, connections: CONNECTIONS, duration: seconds, sampleInt: 100 }
  if (url.endsWith(CHANGING)) {
    const { pathname } = new URL(url)
    const setupRequest = (one: object) => ({ ...one, path: `${pathname}?n=${++changes}` })
    Object.assign(options, { requests: [{ setupRequest }] })
  }
  const result = await autocannon(options)
  const bad = result['4xx'] + result['5xx'] + result.errors
  return {
    perSecond: (result['2xx'] + result['3xx']) / result.duration,
    bad: bad > 0 ? `${bad} failed requests` : undefined,
  }
}

/** Distance between the counters of two rounds: more requests than one round can send. */
const ROUND_OF_CHANGES = 10_000_000
const BAD = /^.*(?:Non-2xx|Socket errors).*$/m

async function wrk(
  url: string,
  seconds: number,
  headers: Record<string, string>,
): Promise<LoadResult> {
  const directory = mkdtempSync(join(tmpdir(), 'wrk-'))
  const script = join(directory, 'changing.lua')
  try {
    writeFileSync(script, changing(url))
    const { stdout } = await promisify(execFile)('wrk', [
      '-t1',
      `-c${CONNECTIONS}`,
      `-d${seconds}s`,
      ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
      ...(url.endsWith(CHANGING) ? ['--script', script] : []),
      url,
    ])
    const perSecond = Number(/^Requests\/sec: +([\d.]+)$/m.exec(stdout)?.[1])
    return { perSecond, bad: BAD.exec(stdout)?.[0].trim() }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function changing(url: string): string {
  changes += ROUND_OF_CHANGES
  return `local n = ${changes}
request = function()
  n = n + 1
  return wrk.format(nil, "${new URL(url).pathname}?n=" .. n)
end
`
}
