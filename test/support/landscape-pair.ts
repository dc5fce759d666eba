import { createClient, type Client } from './client.ts'
import { startLandscape } from './landscape.ts'
import type { TestStore } from './stores.ts'

/** Two gateways, each with its own services, on one store: two processes write the same documents. */
export interface LandscapePair {
  data: TestStore
  clients: readonly [Client, Client]
  /** Call it in `afterAll`. */
  close: () => Promise<void>
}

/** @param connections maximum number of connections of each client */
export async function startPair(
  open: () => Promise<TestStore>,
  connections?: number,
): Promise<LandscapePair> {
  const data = await open()
  const start = () =>
    startLandscape({
      env: data.env,
      documents: false,
      services: ['gateway', 'projects', 'data', 'admin-review'],
    })
  const landscapes = await Promise.all([start(), start()])
  const clientOf = ({ url }: { url: string }) =>
    createClient(url, connections === undefined ? {} : { connections })
  const clients = [clientOf(landscapes[0]), clientOf(landscapes[1])] as const
  return {
    data,
    clients,
    async close() {
      for (const client of clients) client.close()
      await Promise.all(landscapes.map((landscape) => landscape.stop()))
      await data.close()
    },
  }
}
