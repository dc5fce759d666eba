import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createClient } from '../../test/support/client.ts'
import type { Production } from '../../test/support/production.ts'
import { sendRaw } from '../../test/support/raw.ts'

/** The head of a request with a body of this length. */
export function headOf(
  method: string,
  path: string,
  headers: Record<string, string>,
  length: number,
): string {
  const all = { host: 'x', 'content-type': 'application/json', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}content-length: ${length}\r\n\r\n`
}

/** Opens connections that all send the same and stay; resolves when all that was sent has arrived. */
export async function hold(
  { url }: Production,
  count: number,
  sent: string | Buffer,
): Promise<Socket[]> {
  const port = Number(new URL(url).port)
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => {}).resume()
  await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, 'connect')
      await new Promise((resolve) => socket.write(sent, resolve))
    }),
  )
  // Whatever reads one connection after the other has read all of those once it answers another.
  await sendRaw(url, 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  return sockets
}

/** Leaves them all. */
export function release(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy()
}

/** How many of some requests are answered 200. */
export async function countServed(
  { url }: Production,
  path: string,
  headers: Record<string, string>,
  count: number,
): Promise<number> {
  const client = createClient(url)
  let served = 0
  for (let i = 0; i < count; i++) {
    const { status } = await client.get(path, headers).catch(() => ({ status: 0 }))
    if (status === 200) served++
    // Whoever got no answer once has waited for long enough.
    if (status === 0) break
  }
  client.close()
  return served
}
