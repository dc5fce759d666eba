import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { NODE_OPTIONS } from '../../start/launch.ts'
import { closedLoop, openLoop } from './load.ts'

/** Many short rounds: other load on the machine varies within seconds and must affect all sides equally. */
const ROUNDS = 5
const ROUND_S = 1
/** In an open loop, which leaves the processors idle, and with more connections, which take time to open. */
const LONG_ROUND_S = 3
const CONNECTIONS = 50
/** Until the servers have closed the connections of a round. */
const SETTLE_MS = 200
/** Warm-up before the first round (seconds). */
const WARM_UP_S = 2
/** Warm-up of a new process (seconds), until V8 has optimised it. */
const COLD_S = 12

/** A measured value: those of other machines are comparable only as ratios. */
export interface Measurement {
  label: string
  /** One for each round; a single one for counts. */
  values: readonly number[]
  /** A ratio when absent. */
  unit?: 'µs' | 'ms' | 'MB'
  /** Required value, such as `≥ 0.9`. */
  target?: string | undefined
  /** Replaces the comparison with the target. */
  result?: string
}

/** Settings of the image, without a limit of memory. */
const IN_IMAGE = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  NODE_OPTIONS,
}

/** Production settings of a measured service on the embedded store. */
export const IN_PRODUCTION = { ...IN_IMAGE, OBJECT_STORE: 'embedded' }

/** Production settings of a measured gateway: rate limits are counted and never reached. */
export const GATEWAY_IN_PRODUCTION = {
  ...IN_IMAGE,
  RATE_LIMIT_PER_MINUTE: '1000000',
  CONCURRENT_REQUESTS_PER_CALLER: '10000',
}

/** Starts processes of one benchmark and stops them all at its end. */
export async function withProcesses<R>(measure: (start: Start) => Promise<R>): Promise<R> {
  const children: ChildProcess[] = []
  try {
    return await measure(async (file, env = {}) => {
      const path = fileURLToPath(new URL(file, import.meta.url))
      const child = fork(path, [], {
        // JSON lines on a pipe: the cost of logging is part of what is measured.
        env: { PORT: '0', NODE_ENV: 'development', ...env },
        execArgv: [],
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      })
      children.push(child)
      const url = `http://127.0.0.1:${await portLogged(child)}`
      registerProcess(url, child.pid ?? 0)
      return url
    })
  } finally {
    for (const child of children) child.kill()
  }
}

/** Starts a file of this repository (relative to tools/lab/bench/) and resolves with its address. */
export type Start = (file: string | URL, env?: Record<string, string>) => Promise<string>

/** Process ids by address. */
const processes = new Map<string, number>()

/** Addresses of warmed-up processes. */
const warm = new Set<string>()

/** Registers the process of a server that `withProcesses` did not start. */
export function registerProcess(url: string, pid: number): void {
  processes.set(url, pid)
  warm.delete(url)
}

/** A measured server, the processes that handle its requests, and how they are sent. */
export interface Side {
  url: string
  /** Addresses of the processes whose time counts. */
  through: readonly string[]
  /** Headers of each request. */
  headers?: Record<string, string>
  /** Connections of a closed loop. */
  connections?: number
  /** Requests per second of an open loop, which replaces the closed one. */
  rate?: number
}

/** Result of one round of one side. */
export interface Taken {
  /** Responses per second. */
  perSecond: number
  /** Processor time of one response (µs), on Linux. */
  cpu: number
  /** 99th percentile of waits in an open loop (ms). */
  waitMs?: number
}

/**
 * Measures all sides in interleaved rounds, so that other load affects all of them equally.
 *
 * @returns the rounds of each side
 */
export async function measureInterleaved<S extends Side>(
  sides: readonly S[],
): Promise<(side: S) => readonly Taken[]> {
  for (const side of sides) {
    const isCold = side.through.some((url) => !warm.has(url))
    await taken({ ...side, rate: 0 }, isCold ? COLD_S : WARM_UP_S)
    for (const url of side.through) warm.add(url)
  }
  const rounds = new Map(sides.map((side): [S, Taken[]] => [side, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [side, list] of rounds) {
      const isLong = side.rate || (side.connections ?? CONNECTIONS) > CONNECTIONS
      list.push(await taken(side, isLong ? LONG_ROUND_S : ROUND_S))
      await sleep(SETTLE_MS)
    }
  }
  return (side) => rounds.get(side) ?? []
}

async function taken(side: Side, seconds: number): Promise<Taken> {
  const { url, through, headers = {}, connections = CONNECTIONS, rate } = side
  const before = cpuMs(through)
  if (!rate) {
    const perSecond = await closedLoop({ url, headers, seconds, connections })
    return { perSecond, cpu: ((cpuMs(through) - before) * 1_000) / (perSecond * seconds) }
  }
  const waits = await openLoop({ url, headers, seconds }, rate)
  return {
    perSecond: waits.length / seconds,
    cpu: ((cpuMs(through) - before) * 1_000) / waits.length,
    waitMs: waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN,
  }
}

/** Compares the responses per second of two sides, round by round; the label names their processor time. */
export function responsesRatio(
  label: string,
  these: readonly Taken[],
  those: readonly Taken[],
): Measurement {
  const us = [these, those].map((list) => median(list.map(({ cpu }) => cpu)).toFixed(0))
  return {
    label: `${label}: responses a second (processor ${us.join(' / ')} µs)`,
    values: byRound(these, those, ({ perSecond }) => perSecond),
  }
}

/** Compares two sides, round by round. */
export function byRound(
  these: readonly Taken[],
  those: readonly Taken[],
  pick: (round: Taken) => number,
): number[] {
  return these.map(
    (one, i) => pick(one) / pick(those[i] ?? { perSecond: Number.NaN, cpu: Number.NaN }),
  )
}

/** Returns the processor time of the processes until now, in all their threads (ms). */
export function cpuMs(through: readonly string[]): number {
  let nanoseconds = 0
  for (const url of through) {
    const threads = `/proc/${processes.get(url)}/task`
    for (const thread of readdirSync(threads)) {
      nanoseconds += Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0])
    }
  }
  return nanoseconds / 1e6
}

/** Returns the resident memory of the process at an address (MB). */
export function residentMb(url: string): number {
  const status = readFileSync(`/proc/${processes.get(url)}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Returns the value of which this part of all values is smaller. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((x, y) => x - y)[Math.floor(values.length * part)] ?? Number.NaN
}

/** Returns the port of a server from its log; its output is drained afterwards. */
async function portLogged(child: ChildProcess): Promise<number> {
  let text = ''
  for (;;) {
    const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer]
    text += chunk.toString()
    const port = /"port":(\d+)/.exec(text)?.[1]
    if (port === undefined) continue
    child.stdout?.resume()
    return Number(port)
  }
}
