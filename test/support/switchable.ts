import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local server that can be made unavailable. */
export interface Switchable {
  /** Its address, which does not change. */
  origin: string
  /** Stops listening and closes all connections. */
  disconnect: () => Promise<void>
  /** Listens on the same port again. */
  reconnect: () => Promise<void>
}

/** Starts a server on a free port. */
export async function switchable(server: Server): Promise<Switchable> {
  let port = 0
  const reconnect = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  await reconnect()
  return {
    origin: `http://127.0.0.1:${port}`,
    async disconnect() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
    reconnect,
  }
}
