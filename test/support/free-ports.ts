import { createServer } from 'node:net'

/** Below the range from which systems take ports for outgoing connections. */
const LOWEST = 20_000
/** Each worker of the tests has so many to itself: between finding a port and listening there another would take it. */
const OF_ONE = 600
const WORKERS = 16

const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % WORKERS
const first = LOWEST + worker * OF_ONE
let turn = Math.floor(Math.random() * OF_ONE)

/** Different ports of the loopback interface that nobody listens on; each call finds others. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = []
  while (found.length < count) {
    const port = first + (turn++ % OF_ONE)
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
