import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { nodeFor } from '@landscape/dev/node-for'
import { SERVICE_NAMES } from '../scripts/start/plan.ts'
import { load } from './load.ts'

const ROUNDS = 7
const ROUND_S = 2
/** Before the first round: V8 goes on optimising for seconds, and later where documents are large. */
const WARM_UP_S = 3

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

/** Starts processes of one benchmark and stops them all at its end. */
export async function withProcesses<R>(measure: (start: Start) => Promise<R>): Promise<R> {
  const children: ChildProcess[] = []
  try {
    return await measure(async (file, env = {}) => {
      const path = fileURLToPath(new URL(file, import.meta.url))
      const service = SERVICE_NAMES.find((name) => path.includes(`/services/${name}/`))
      // Yardsticks run as Node runs what nobody has tuned.
      const node = service ? nodeFor(service) : { execArgv: [], env: {} }
      const child = fork(path, [], {
        // JSON lines on a pipe: the cost of logging is part of what is measured.
        env: { ...node.env, PORT: '0', NODE_ENV: 'development', ...env },
        execArgv: node.execArgv,
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      })
      children.push(child)
      const url = `http://127.0.0.1:${await portLogged(child)}`
      processes.set(url, child.pid ?? 0)
      return url
    })
  } finally {
    for (const child of children) child.kill()
  }
}

/** Starts a file of this repository (relative to bench/) and resolves with its address. */
export type Start = (file: string, env?: Record<string, string>) => Promise<string>

/** Process ids by address. */
const processes = new Map<string, number>()

/** What answers take of the processor, all processes on their way together. */
export interface Side {
  url: string
  /** Addresses of the processes that its answers go through. */
  through: readonly string[]
}

/** A's answers per second by B's; how long the processor works for an answer of each, where the system tells (Linux). */
export async function compareCosts(
  label: string,
  {
    a,
    b,
    headers = {},
    target,
  }: { a: Side; b: Side; headers?: Record<string, string>; target?: string },
): Promise<Figure> {
  await load(a.url, WARM_UP_S, headers)
  await load(b.url, WARM_UP_S, headers)
  const rounds: { ratio: number; cpu: [number, number] }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = [await costs(a, headers), await costs(b, headers)]
    rounds.push({ ratio: first.perSecond / second.perSecond, cpu: [first.cpu, second.cpu] })
  }
  const us = ([0, 1] as const).map((side) => median(rounds.map(({ cpu }) => cpu[side])).toFixed(0))
  return {
    label: `${label} (processor ${us.join(' / ')} µs an answer)`,
    ratios: rounds.map(({ ratio }) => ratio),
    ...(target !== undefined && { target }),
  }
}

async function costs({ url, through }: Side, headers: Record<string, string>) {
  const before = cpuMs(through)
  const perSecond = await load(url, ROUND_S, headers)
  return { perSecond, cpu: ((cpuMs(through) - before) * 1_000) / (perSecond * ROUND_S) }
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

/** A's answers per second by B's, in interleaved rounds. */
export async function compare(
  a: string,
  b: string,
  headers: Record<string, string> = {},
): Promise<number[]> {
  await load(a, WARM_UP_S, headers)
  await load(b, WARM_UP_S, headers)
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const first = await load(a, ROUND_S, headers)
    ratios.push(first / (await load(b, ROUND_S, headers)))
  }
  return ratios
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
