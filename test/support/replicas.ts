import { freePorts } from './free-ports.ts'
import { startProduction, type Production } from './production.ts'
import { createReplica, KNOW_REPLICAS, REPLICA_HOSTS, type Replica } from './replica.ts'
import { openEmbedded, type TestStore } from './stores.ts'

/** The data service in two replicas behind the gateway. */
export interface WithReplicas extends Production {
  /** The store, for a look past the services. */
  data: TestStore
  /** Port of both replicas: the first is at 127.0.0.1, the second at 127.0.0.2. */
  dataPort: number
  /** Ends the second replica by force. */
  killSecond: () => Promise<void>
  /** Starts the second replica at its old address; resolves when it is ready. */
  startSecond: () => Promise<void>
}

/** Starts gateway, registry and two replicas of the data service in production mode, on a store of their own. */
export async function startWithReplicas(
  env: Readonly<Record<string, string>> = {},
  open: () => Promise<TestStore> = openEmbedded,
): Promise<WithReplicas> {
  const [port = 0] = await freePorts(1)
  const data = await open()
  // The identity provider is in another region: that of the store is for the SDK alone.
  const { CLOUD_REGION: AWS_REGION = '', ...storeEnv } = data.env
  const target = await startProduction({
    services: ['gateway', 'projects'],
    documents: false,
    env: {
      ...storeEnv,
      AWS_REGION,
      ...env,
      ...KNOW_REPLICAS,
      DATA_URL: `http://data.replicas:${port}`,
    },
  }).catch(async (error: unknown) => {
    await data.close()
    throw error
  })
  // Held against their routes, answers of 20 MB take a second each.
  const settings = { ...target.settings, CHECK_REPLIES: 'false' }
  const [first, second] = REPLICA_HOSTS.map((host) =>
    createReplica('data', { host, port, env: settings }),
  ) as [Replica, Replica]

  async function stop(): Promise<void> {
    await Promise.all([first.stop(), second.stop()])
    await target.stop()
    await data.close()
  }

  try {
    await Promise.all([first.start(), second.start()])
    return {
      ...target,
      data,
      dataPort: port,
      killSecond: second.kill,
      startSecond: second.start,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
