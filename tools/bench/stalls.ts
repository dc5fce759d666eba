import { setTimeout as sleep } from 'node:timers/promises'
import { createEmbeddedStore, replace, type ObjectRef } from '@landscape/store'
import { freePorts } from '../../test/support/free-ports.ts'
import { IN_PRODUCTION, withProcesses, type Measurement, type Start } from './measure.ts'
import { SECRET, signIn, textOf } from './registry-client.ts'
import { storeOnDisk } from './store-on-disk.ts'

const REPLACEMENTS = 7
const READERS = 4

/** Measures the maximum stall of a service while its document is replaced under reads. */
export async function stall(
  service: 'projects' | 'data',
  ref: ObjectRef,
  path: string,
  versionOf: (version: number) => unknown,
): Promise<Measurement> {
  return withProcesses(async (start) => {
    const body = textOf(versionOf(0))
    const [metricsPort = 0] = await freePorts(1)
    const env = { METRICS_PORT: String(metricsPort) }
    const { url, directory, remove } = await startFilled(start, service, ref, {
      value: versionOf(0),
      env,
    })
    const owner = service === 'projects' ? await signIn(url, 0) : undefined
    const read = async () => {
      if (owner) return owner.list()
      await (await fetch(url + path)).arrayBuffer()
    }
    const over = new AbortController()
    const readers = Array.from({ length: READERS }, async () => {
      while (!over.signal.aborted) await read()
    })
    const store = createEmbeddedStore(directory)
    const stalls: number[] = []
    for (let version = -1; version < REPLACEMENTS; version++) {
      const next = textOf(versionOf(version + 2))
      await sleep(500)
      await lagOf(metricsPort)
      await replace(store, ref, next)
      await sleep(1_000)
      const lag = await lagOf(metricsPort)
      if (version >= 0) stalls.push(lag) // the first warms up
    }
    over.abort()
    await Promise.all(readers)
    store.close()
    remove()
    return {
      label:
        `${service} service: maximum stall when a document of ` +
        `${(body.length / 1e6).toFixed(0)} MB is replaced / 150 ms`,
      target: '< 1',
      ratios: stalls.map((ms) => ms / 150),
    }
  })
}

/** Returns the maximum event loop lag since the last read (ms). */
async function lagOf(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1_000
}

/** Starts a service on a store with one document. */
export async function startFilled(
  start: Start,
  service: 'projects' | 'data',
  ref: ObjectRef,
  { value, env = {} }: { value: unknown; env?: Record<string, string> },
) {
  const { directory, remove } = await storeOnDisk((store) =>
    store.put(ref, textOf(value), { absent: true }),
  )
  const url = await start(`../services/${service}/src/main.ts`, {
    ...IN_PRODUCTION,
    DATA_DIR: directory,
    INTERNAL_TOKEN_SECRET: SECRET,
    ...env,
  })
  return { url, directory, remove }
}
