import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'

const servers: Server[] = []
const sockets = new Set<Socket>()

/** Listens on loopback; returns the address with this scheme. */
export async function listening(server: Server, scheme = 'http'): Promise<URL> {
  servers.push(server)
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

/** Serves HTTP on loopback. */
export function serving(listener: RequestListener): Promise<URL> {
  return listening(createServer(listener))
}

/** Closes these servers and all their connections; call it in `afterEach`. */
export function closeListeners(): void {
  for (const server of servers.splice(0)) server.close()
  for (const socket of sockets) socket.destroy()
  sockets.clear()
}
