import { installServer } from '@landscape/dev/s3-server'
import { SERVICE_NAMES, type ServiceName } from '../start/plan.ts'
import { createClient, type Client } from '../../test/support/client.ts'
import { freePorts } from '../../test/support/free-ports.ts'
import { startProduction, type Production } from '../../test/support/production.ts'
import { openS3 } from '../../test/support/stores.ts'

/** Prints a line of a report. */
export type Print = (line: string) => void

type Settings = Readonly<Record<string, string>>

/** Something that runs until it is stopped. */
interface Stoppable {
  stop: () => Promise<unknown>
}

/**
 * Starts several things that are stopped together, in reverse order: by `stop`, or when a later one
 * does not start.
 *
 * @param set starts each of them with `start`
 */
export async function onStage<T extends object>(
  set: (start: <S extends Stoppable>(started: Promise<S>) => Promise<S>) => Promise<T>,
): Promise<T & Stoppable> {
  const stack = new AsyncDisposableStack()
  const stop = () => stack.disposeAsync()
  try {
    const scene = await set(async (started) =>
      stack.adopt(await started, async (one) => void (await one.stop())),
    )
    return { ...scene, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A landscape in production mode on an S3 server of its own. */
export interface OnS3 extends Omit<Production, 'start'> {
  start: (service: ServiceName) => Promise<void>
  /** Starts all services, the gateway last. */
  startAll: () => Promise<void>
  data: Awaited<ReturnType<typeof openS3>>
  /** A client of the gateway. */
  client: Client
}

/**
 * Prepares a landscape on a real S3 server; no service runs yet.
 *
 * @param settingsOf settings of one service, in addition to those of the store
 */
export async function prepareOnS3(
  settingsOf: (service: ServiceName) => Settings = () => ({}),
): Promise<OnS3> {
  await installServer()
  return onStage(async (start) => {
    const data = await openS3()
    await start(Promise.resolve({ stop: data.close }))
    const landscape = await start(startProduction({ documents: false, services: [] }))
    const client = createClient(landscape.url, { described: false })
    await start(Promise.resolve({ stop: async () => client.close() }))
    // The gateway's region is that of its identity provider, and it uses no store.
    const startOne = (name: ServiceName) =>
      landscape.start(name, { ...settingsOf(name), ...(name !== 'gateway' && data.env) })
    const startAll = async () => {
      for (const name of SERVICE_NAMES.toReversed()) await startOne(name)
    }
    return { ...landscape, start: startOne, startAll, data, client }
  })
}

/** Chooses a port for the metrics of each service. */
export async function metricsPorts(): Promise<Record<ServiceName, number>> {
  const ports = await freePorts(SERVICE_NAMES.length)
  const entries = SERVICE_NAMES.map((name, i) => [name, ports[i] ?? 0])
  return Object.fromEntries(entries) as Record<ServiceName, number>
}
