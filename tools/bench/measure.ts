import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { load } from './load.ts'

/** Short ones: what else the machine has to do comes and goes within seconds, and is to meet both sides of a ratio. */
const ROUNDS = 11
const ROUND_S = 1
/** Before the first round. */
const WARM_UP_S = 3
/** Before the first round of a process that was just started: V8 goes on optimising for so long. */
const COLD_S = 12

/** One figure: a ratio, since only ratios of what was measured side by side say anything elsewhere. */
export interface Figure {
  label: string
  /** One for each round; a single one of what is counted, or takes its rounds itself. */
  ratios: readonly number[]
  /** What it is to be. */
  target?: string
}

/** Settings of a service on the embedded store that is measured as it runs in production. */
export const IN_PRODUCTION = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  OBJECT_STORE: 'embedded',
}

/** Settings of a gateway that is measured as it runs in production: its limits count, and refuse nobody. */
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
      knowProcess(url, child.pid ?? 0)
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

/** Addresses of processes that have answered for long enough. */
const warm = new Set<string>()

/** Says which process answers at an address, of one that `withProcesses` has not started. */
export function knowProcess(url: string, pid: number): void {
  processes.set(url, pid)
  warm.delete(url)
}

/** What answers, and the processes whose work an answer is. */
export interface Side {
  url: string
  /** Addresses of the processes that its answers go through. */
  through: readonly string[]
  /** What is sent with each request of a round. */
  headers?: (() => Headers | Promise<Headers>) | undefined
}

type Headers = Record<string, string>

/** What one round took of one side. */
interface Taken {
  /** Answers a second. */
  perSecond: number
  /** Microseconds of the processor for one answer, where the system tells (Linux). */
  cpu: number
}

/** One side's answers a second by another's. */
export interface Comparison {
  label: string
  a: Side
  b: Side
  target?: string | undefined
}

/**
 * Asks all sides for a second each, in interleaved rounds: whatever else the machine does meets all alike.
 *
 * @param count of rounds; more of them where sides are close to each other, or to a target
 * @returns a figure for each comparison, with how long the processor works for an answer of either side
 */
export async function compareInTurns(
  comparisons: readonly Comparison[],
  count = ROUNDS,
): Promise<Figure[]> {
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
      label: `${label} (processor ${us.join(' / ')} µs an answer)`,
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

/** Milliseconds of processor time so far. */
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

/** Megabytes of memory that the process at an address holds now. */
export function residentMb(url: string): number {
  return residentMbOf(processes.get(url) ?? 0)
}

/** Megabytes of memory that a process holds now. */
export function residentMbOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
}

/** The middle one. */
export function median(values: readonly number[]): number {
  return values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The port in the line that a server writes when it listens; its output is drained afterwards. */
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
