import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importDirectory } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { InventoriedStore } from '@landscape/store/objects/port'
import { openStore, StoreEnv } from '@landscape/runtime/open-store'
import { installedServer, launchServer } from '@landscape/dev/s3-server'
import { countEmbeddedPuts } from './count-puts.ts'
import { startCountingProxy } from './counting-proxy.ts'

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/s3-server', import.meta.url))
const SAMPLE_DATA = fileURLToPath(new URL('../../sample-data', import.meta.url))

/** A store with the sample data, for processes that the test starts. */
export interface TestStore {
  /** Settings with which a process uses it. */
  env: Record<string, string>
  /** Direct access that bypasses the services. */
  store: InventoriedStore
  /** Puts of one key since the store was filled. */
  puts: (key: string) => number
  close: () => Promise<void>
}

/** Request counts of a store, and faults to inject into it. */
interface Faults {
  /** Requests of the services by kind and key, as `GET messages.json`. */
  requestCounts: () => ReadonlyMap<string, number>
  /** Number of 304 responses. */
  notModified: () => number
  /** Delay of each request in milliseconds, from now on. */
  delay: (ms: () => number) => void
  disconnect: () => Promise<void>
  reconnect: () => Promise<void>
  /** Share of responses to drop from now on, 0 to 1; the store has executed their requests. */
  drop: (share: number) => void
}

export async function openEmbedded(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'landscape-store-'))
  const store = createEmbeddedStore(directory)
  await importDirectory(store, SAMPLE_DATA)
  const counter = countEmbeddedPuts(directory)
  return {
    env: { OBJECT_STORE: 'embedded', DATA_DIR: directory },
    store,
    puts: counter.of,
    async close() {
      counter.close()
      store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Starts a separate S3 server: other test files do not see its documents. */
export async function openS3(): Promise<TestStore & Faults & { bucketsIn: string }> {
  const binary = installedServer()
  if (binary === undefined) throw new Error('The S3 server is not installed')
  const directory = await mkdtemp(join(CACHE, 'run-'))
  const { server, stop } = await launchServer(binary, directory)
  const proxy = await startCountingProxy(server.endpoint)
  const env = {
    OBJECT_STORE: 's3',
    S3_FORCE_PATH_STYLE: 'true',
    MAIN_BUCKET_NAME: server.buckets.main,
    AUDIT_TOOL_BUCKET_NAME: server.buckets['audit-tool'],
    ASSISTANT_BUCKET_NAME: server.buckets.assistant,
    CLOUD_REGION: server.region,
    AWS_ACCESS_KEY_ID: server.accessKeyId,
    AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
  }
  // The SDK reads endpoint and credentials from these variables. The test bypasses the proxy and its counts.
  Object.assign(process.env, env, { AWS_ENDPOINT_URL_S3: server.endpoint })
  const store = await openStore(StoreEnv.parse(env), { development: true })
  await importDirectory(store, SAMPLE_DATA)
  return {
    env: { ...env, AWS_ENDPOINT_URL_S3: proxy.endpoint },
    store,
    puts: proxy.of,
    requestCounts: proxy.requestCounts,
    notModified: proxy.notModified,
    delay: proxy.delay,
    disconnect: proxy.disconnect,
    reconnect: proxy.reconnect,
    // The S3 server stores each bucket as a directory.
    bucketsIn: join(directory, 'objects'),
    drop: proxy.drop,
    async close() {
      store.close()
      await proxy.close()
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
