import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of this machine that can be gone for a while. */
export interface Switchable {
  /** Its address, the same before and after. */
  origin: string
  /** Refuses connections from now on, and cuts those that there are. */
  goAway: () => Promise<void>
  /** Accepts connections again. */
  comeBack: () => Promise<void>
}

/** Starts a server on a port of its own. */
export async function switchable(server: Server): Promise<Switchable> {
  let port = 0
  const comeBack = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  await comeBack()
  return {
    origin: `http://127.0.0.1:${port}`,
    async goAway() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
    comeBack,
  }
}
