import { createServer } from 'node:net'

/** Below the ephemeral ports of operating systems. */
const MIN_PORT = 20_000
/** Ports reserved for each jest worker: another worker could take a port between finding and listening. */
const PORTS_PER_WORKER = 600
const WORKERS = 16

const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % WORKERS
const first = MIN_PORT + worker * PORTS_PER_WORKER
let offset = Math.floor(Math.random() * PORTS_PER_WORKER)

/** Returns distinct unused ports of the loopback interface; each call returns other ports. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = []
  while (found.length < count) {
    const port = first + (offset++ % PORTS_PER_WORKER)
    if (await isFree(port)) found.push(port)
  }
  return found
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
