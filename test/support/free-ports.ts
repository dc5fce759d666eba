import { createServer } from 'node:net'

/** Below the range from which systems take ports for outgoing connections. */
const LOWEST = 20_000
const HIGHEST = 30_000

/** Different ports of the loopback interface that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
