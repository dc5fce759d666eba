import { freePorts } from './free-ports.ts'
import { startProduction, type Production } from './production.ts'
import { createReplica, RESOLVE_REPLICAS, REPLICA_HOSTS, type Replica } from './replica.ts'
import { openEmbedded, type TestStore } from './stores.ts'

/** The data service in two replicas behind the gateway. */
export interface WithReplicas extends Production {
  /** The store, for access that bypasses the services. */
  data: TestStore
  /** Port of both replicas: the first is at 127.0.0.1, the second at 127.0.0.2. */
  dataPort: number
  /** Kills the second replica. */
  killSecond: () => Promise<void>
  /** Starts the second replica at its old address; resolves when it is ready. */
  startSecond: () => Promise<void>
}

/** Starts gateway, registry and two replicas of the data service in production mode on a dedicated store. */
export async function startWithReplicas(
  env: Readonly<Record<string, string>> = {},
  open: () => Promise<TestStore> = openEmbedded,
): Promise<WithReplicas> {
  const [port = 0] = await freePorts(1)
  const data = await open()
  // Only the SDK uses the region of the store: `CLOUD_REGION` belongs to the identity provider.
  const { CLOUD_REGION: AWS_REGION = '', ...storeEnv } = data.env
  const target = await startProduction({
    services: ['gateway', 'projects'],
    documents: false,
    env: {
      ...storeEnv,
      AWS_REGION,
      ...env,
      ...RESOLVE_REPLICAS,
      DATA_URL: `http://data.replicas:${port}`,
    },
  }).catch(async (error: unknown) => {
    await data.close()
    throw error
  })
  // Validating a response of 20 MB takes a second.
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
