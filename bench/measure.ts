import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

const ROUNDS = 5
const ROUND_S = 1.5
const CONNECTIONS = 20

/** One measured figure: how often A answers while B answers once. */
export interface Figure {
  label: string
  ratio: number
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
        // As scripts/start/launch.ts starts them.
        execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'],
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      })
      children.push(child)
      return `http://127.0.0.1:${await portLogged(child)}`
    })
  } finally {
    for (const child of children) child.kill()
  }
}

/** Starts a file of this repository (relative to bench/) and resolves with its address. */
export type Start = (file: string, env?: Record<string, string>) => Promise<string>

/** Median over interleaved rounds of A's answers per second by B's. */
export async function compare(
  a: string,
  b: string,
  headers: Record<string, string> = {},
): Promise<number> {
  await load(a, 1, headers)
  await load(b, 1, headers)
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const first = await load(a, ROUND_S, headers)
    ratios.push(first / (await load(b, ROUND_S, headers)))
  }
  return ratios.toSorted((x, y) => x - y)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}

/** Answers per second. */
async function load(
  url: string,
  seconds: number,
  headers: Record<string, string>,
): Promise<number> {
  const options = { url, headers, connections: CONNECTIONS, duration: seconds, sampleInt: 100 }
  const { '2xx': good, non2xx, errors, duration } = await autocannon(options)
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} bad answers and ${errors} errors`)
  return good / duration
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
