import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createClient } from '../../../test/support/client.ts'
import type { Production } from '../../../test/support/production.ts'
import { sendRaw } from '../../../test/support/raw.ts'

/** A request head with this `Content-Length`. */
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

/**
 * Opens connections, sends the same bytes on each and keeps them; resolves when the gateway has read the
 * bytes.
 */
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
  // The gateway reads connections in order: a later response proves that it has read the others.
  await sendRaw(url, 'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  return sockets
}

/** Closes the connections. */
export function release(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy()
}

/** Sends requests in sequence and counts the responses with status 200. */
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
    // Without a response more requests would only wait.
    if (status === 0) break
  }
  client.close()
  return served
}
