import { hasRedis, startRedis, type RedisServer } from '@landscape/dev/redis-server'
import { installServer } from '@landscape/dev/s3-server'
import { SERVICE_NAMES, type ServiceName } from '../start/plan.ts'
import { createClient, type Client } from '../../test/support/client.ts'
import { freePorts } from '../../test/support/free-ports.ts'
import type { Landscape, LandscapeOptions } from '../../test/support/landscape.ts'
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

/** A landscape whose services have settings of their own. */
export type Staged<T extends Landscape> = Omit<T, 'start'> & {
  start: (service: ServiceName) => Promise<void>
  /** Starts all services when none are named, the gateway last. */
  startAll: (services?: readonly ServiceName[]) => Promise<void>
  restart: (service: ServiceName, end?: 'terminate' | 'kill') => Promise<void>
}

/** Adds settings to each start of a service. */
export function staged<T extends Landscape>(
  landscape: T,
  settingsOf: (service: ServiceName) => Settings,
): Staged<T> {
  const start = (name: ServiceName) => landscape.start(name, settingsOf(name))
  return {
    ...landscape,
    start,
    async startAll(services = SERVICE_NAMES) {
      for (const name of services.toReversed()) await start(name)
    },
    async restart(name, end = 'terminate') {
      await landscape[end](name)
      await start(name)
    },
  }
}

/** A landscape in production mode on an S3 server of its own. */
export interface OnS3 extends Staged<Production> {
  data: Awaited<ReturnType<typeof openS3>>
  /** A client of the gateway. */
  client: Client
}

interface OnS3Options {
  env?: LandscapeOptions['env']
  /** Whether the client compares responses with the API description. */
  described?: boolean
  /** Settings of one service, in addition to those of the store. */
  settingsOf?: (service: ServiceName) => Settings
}

/** Prepares a landscape on a real S3 server; no service runs yet. */
export async function prepareOnS3({
  env = {},
  described = false,
  settingsOf = () => ({}),
}: OnS3Options = {}): Promise<OnS3> {
  await installServer()
  return onStage(async (start) => {
    const data = await openS3()
    await start(Promise.resolve({ stop: data.close }))
    const landscape = await start(startProduction({ documents: false, services: [], env }))
    const client = createClient(landscape.url, { described })
    await start(Promise.resolve({ stop: async () => client.close() }))
    // The gateway's region is that of its identity provider, and it uses no store.
    const all = staged(landscape, (name) => ({
      ...settingsOf(name),
      ...(name !== 'gateway' && data.env),
    }))
    return { ...all, data, client }
  })
}

/** Chooses a port for the metrics of each service. */
export async function metricsPorts(): Promise<Record<ServiceName, number>> {
  const ports = await freePorts(SERVICE_NAMES.length)
  const entries = SERVICE_NAMES.map((name, i) => [name, ports[i] ?? 0])
  return Object.fromEntries(entries) as Record<ServiceName, number>
}

/** Starts Redis where it is installed, and prints when it is not. */
export async function startRedisIfInstalled(print: Print): Promise<RedisServer | undefined> {
  if (hasRedis()) return startRedis()
  print('without Redis: redis-server is not on the PATH')
  return undefined
}

/** Settings with which the gateway counts requests in Redis and never reaches the limit. */
export const countedIn = (redis: RedisServer | undefined): Record<string, string> =>
  redis ? { REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '1000000' } : {}
