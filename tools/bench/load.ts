import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const CONNECTIONS = 50

/** At the end of an address: each request asks for another query, which nobody has asked for before. */
export const CHANGING = '?ever-changing'

/**
 * What asks: where servers and client share few cores, a client that costs as much as a server hides what
 * the server costs. wrk costs a tenth of autocannon, which is there without being installed.
 */
export const CLIENT = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk'

let changes = 0

/**
 * Answers a second, to 50 connections that ask again as soon as they are answered.
 *
 * @throws Error when an answer is an error, or there is none
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

interface Answered {
  perSecond: number
  /** What went wrong. */
  bad: string | undefined
}

async function cannon(
  url: string,
  seconds: number,
  headers: Record<string, string>,
): Promise<Answered> {
  const options = { url, headers, connections: CONNECTIONS, duration: seconds, sampleInt: 100 }
  if (url.endsWith(CHANGING)) {
    const { pathname } = new URL(url)
    const setupRequest = (one: object) => ({ ...one, path: `${pathname}?n=${++changes}` })
    Object.assign(options, { requests: [{ setupRequest }] })
  }
  const answers = await autocannon(options)
  const bad = answers['4xx'] + answers['5xx'] + answers.errors
  return {
    perSecond: (answers['2xx'] + answers['3xx']) / answers.duration,
    bad: bad > 0 ? `${bad} bad answers and errors` : undefined,
  }
}

/** More requests than one round can send: each begins to count there. */
const ROUND_OF_CHANGES = 10_000_000
const BAD = /^.*(?:Non-2xx|Socket errors).*$/m

async function wrk(
  url: string,
  seconds: number,
  headers: Record<string, string>,
): Promise<Answered> {
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
