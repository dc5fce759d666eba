import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

const ROUNDS = 8
const ROUND_S = 0.8
const WARM_UP_S = 1.5

/** The gateway against a bare http-proxy-middleware in front of the same service, interleaved. */
export async function benchGateway(): Promise<{ label: string; ratio: number }[]> {
  const children: ChildProcess[] = []
  const start = (file: string, args: string[], env: Record<string, string> = {}) => {
    const path = fileURLToPath(new URL(file, import.meta.url))
    const child = fork(path, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    children.push(child)
    return child
  }
  try {
    const upstream = addressOf(await portSent(start('gateway/upstream.ts', [])))
    const bare = addressOf(await portSent(start('gateway/bare-proxy.ts', [upstream])))
    const port = await freePort()
    start('../services/gateway/src/main.ts', [], {
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_URL: upstream,
      INTERNAL_TOKEN_SECRET: 'only-for-this-measurement-on-loopback',
    })
    await ready(addressOf(port))
    const ratios = await compare(addressOf(port), bare)
    return [{ label: 'gateway / bare http-proxy-middleware 4', ratio: median(ratios) }]
  } finally {
    for (const child of children) child.kill()
  }
}

async function compare(gateway: string, bare: string): Promise<number[]> {
  await load(gateway, WARM_UP_S)
  await load(bare, WARM_UP_S)
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // Whoever else uses the machine should not always hit the same side.
    const swap = round % 2 === 1
    const first = await load(swap ? bare : gateway, ROUND_S)
    const second = await load(swap ? gateway : bare, ROUND_S)
    ratios.push(swap ? second / first : first / second)
  }
  return ratios
}

/** Answers per second. */
async function load(address: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `${address}/api/tech-radar/json`,
    connections: 20,
    duration: seconds,
    sampleInt: 100,
  })
  const bad = result.non2xx + result.errors
  if (bad > 0) throw new Error(`${bad} bad answers from ${address}`)
  return result['2xx'] / result.duration
}

async function portSent(child: ChildProcess): Promise<number> {
  return await new Promise((resolve, reject) => {
    child.once('message', (port) => resolve(port as number))
    child.once('exit', () => reject(new Error(`${child.spawnargs.at(-1)} did not start`)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function ready(address: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`${address}/livez`).catch(() => undefined)
    if (answer?.ok) return
    await setTimeout(50)
  }
  throw new Error('the gateway did not start')
}

const addressOf = (port: number) => `http://127.0.0.1:${port}`

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
