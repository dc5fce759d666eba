import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { load } from './load.ts'

/** Many short rounds: other load on the machine varies within seconds and must affect both sides equally. */
const ROUNDS = 11
const ROUND_S = 1
/** Warm-up before the first round (seconds). */
const WARM_UP_S = 3
/** Warm-up of a new process (seconds), until V8 has optimised it. */
const COLD_S = 12

/** A measured ratio: only ratios of interleaved measurements are comparable across machines. */
export interface Measurement {
  label: string
  /** One for each round; a single one for counts. */
  ratios: readonly number[]
  /** Required value, such as `≥ 0.9`. */
  target?: string
}

/** Production settings of a measured service on the embedded store. */
export const IN_PRODUCTION = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  OBJECT_STORE: 'embedded',
}

/** Production settings of a measured gateway: rate limits are counted and never reached. */
export const GATEWAY_IN_PRODUCTION = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
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

/** Starts a file of this repository (relative to tools/bench/) and resolves with its address. */
export type Start = (file: string, env?: Record<string, string>) => Promise<string>

/** Process ids by address. */
const processes = new Map<string, number>()

/** Addresses of warmed-up processes. */
const warm = new Set<string>()

/** Registers the process of a server that `withProcesses` did not start. */
export function registerProcess(url: string, pid: number): void {
  processes.set(url, pid)
  warm.delete(url)
}

/** A measured server and the processes that handle its requests. */
export interface Side {
  url: string
  /** Addresses of the processes that handle a request. */
  through: readonly string[]
  /** Headers of each request of a round. */
  headers?: (() => Headers | Promise<Headers>) | undefined
}

type Headers = Record<string, string>

/** Result of one round of one side. */
interface Taken {
  /** Responses per second. */
  perSecond: number
  /** Processor time of one response (µs), on Linux. */
  cpu: number
}

/** Compares the throughput of two sides. */
export interface Comparison {
  label: string
  a: Side
  b: Side
  target?: string | undefined
}

/**
 * Measures all sides for one second each in interleaved rounds, so that other load affects all of them
 * equally.
 *
 * @param count number of rounds; more where the sides are close to each other or to a target
 * @returns a measurement for each comparison, with the processor time per response of both sides
 */
export async function compareInterleaved(
  comparisons: readonly Comparison[],
  count = ROUNDS,
): Promise<Measurement[]> {
  const rounds = new Map<Side, Taken[]>(
    comparisons.flatMap(({ a, b }) => [
      [a, []],
      [b, []],
    ]),
  )
  for (const side of rounds.keys()) {
    const isCold = side.through.some((url) => !warm.has(url))
    await taken(side, isCold ? COLD_S : WARM_UP_S)
    for (const url of side.through) warm.add(url)
  }
  for (let round = 0; round < count; round++) {
    for (const [side, list] of rounds) list.push(await taken(side, ROUND_S))
  }
  return comparisons.map(({ label, a, b, target }) => {
    const [these = [], those = []] = [rounds.get(a), rounds.get(b)]
    const us = [these, those].map((list) => median(list.map(({ cpu }) => cpu)).toFixed(0))
    return {
      label: `${label} (processor ${us.join(' / ')} µs per response)`,
      ratios: these.map(
        ({ perSecond }, round) => perSecond / (those[round]?.perSecond ?? Number.NaN),
      ),
      ...(target !== undefined && { target }),
    }
  })
}

async function taken({ url, through, headers }: Side, seconds: number): Promise<Taken> {
  const sent = (await headers?.()) ?? {}
  const before = cpuMs(through)
  const perSecond = await load(url, seconds, sent)
  return { perSecond, cpu: ((cpuMs(through) - before) * 1_000) / (perSecond * seconds) }
}

const MS_PER_TICK = 10

/** Returns the processor time used until now (ms). */
export function cpuMs(through: readonly string[]): number {
  let ticks = 0
  for (const url of through) {
    const fields = readFileSync(`/proc/${processes.get(url)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ')
    ticks += Number(fields?.[11]) + Number(fields?.[12])
  }
  return ticks * MS_PER_TICK
}

/** Returns the resident memory of the process at an address (MB). */
export function residentMb(url: string): number {
  return residentMbOf(processes.get(url) ?? 0)
}

/** Returns the resident memory of a process (MB). */
export function residentMbOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  return values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)] ?? Number.NaN
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
